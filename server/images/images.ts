import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type ImageName, type ImageWidth, servedWidth } from '#contract/images/api.ts'
import { limitConcurrency } from '../platform/concurrency.ts'
import type { Db } from '../platform/db/database.ts'
import { BUILT_FOLDER } from './demo-images.ts'
import { openDiskCache } from './disk-cache.ts'
import { type Format, sizeFile } from './formats.ts'
import { resize } from './pixels.ts'
import { findOriginal, type Original } from './queries.ts'

const MAX_BYTES_CACHED = 512 * 1024 * 1024
/** Leaves one core free for other work. */
const AT_ONCE = Math.max(1, availableParallelism() - 1)
const MAX_WAITING = 100

export type Images = {
  /**
   * Returns an image at this width, or at its original width if that is smaller. Returns null if there is no such
   * image.
   * @throws ShopError 503 if too many sizes are being created
   */
  findSize(name: ImageName, width: ImageWidth, format: Format): Promise<ImageFile | null>
}
/** `version` changes whenever the bytes do. */
type ImageFile = { bytes: Buffer; version: string }

/**
 * Serves the sizes created by the build; others are created on demand and cached in `folder`.
 * @param onCacheFailure called if a size can't be cached; the image is served anyway
 */
export function openImages(db: Db, folder: string, onCacheFailure: (error: unknown) => void): Images {
  const cache = openDiskCache(folder, MAX_BYTES_CACHED)
  const limited = limitConcurrency(AT_ONCE, MAX_WAITING)
  const beingMade = new Map<string, Promise<Buffer>>()

  return {
    async findSize(name, requestedWidth, format) {
      const original = await findOriginal(db, name)
      if (!original) return null
      const width = servedWidth(requestedWidth, original.width)
      const version = sizeFile(original.name, width, format)
      const bytes = (await findBuilt(version)) ?? (await cache.find(version))
      return { version, bytes: bytes ?? (await makeOnce(version, original, width, format)) }
    },
  }

  function makeOnce(key: string, original: Original, width: number, format: Format): Promise<Buffer> {
    const made = beingMade.get(key) ?? make(key, original, width, format).finally(() => beingMade.delete(key))
    beingMade.set(key, made)
    return made
  }

  async function make(key: string, original: Original, width: number, format: Format): Promise<Buffer> {
    const bytes = await limited(async () => resize(await original.read(), width, format))
    await cache.put(key, bytes).catch(onCacheFailure)
    return bytes
  }
}

function findBuilt(file: string): Promise<Buffer | null> {
  return readFile(join(BUILT_FOLDER, file)).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
}
