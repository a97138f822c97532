import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { SettingsError } from '../../server/config.ts'
import { openEmbeddedServer } from '../../server/platform/db/embedded/embedded.ts'
import { inUse, isInUse } from '../../server/platform/db/embedded/lock.ts'
import { findPlace } from '../../server/platform/db/embedded/place.ts'

const RESTORING = 'database-restoring'

/**
 * Replaces the embedded database with one that `fill` fills. An existing one is kept next to it.
 * @param fill receives the URL of an empty database
 * @returns its result, and the path of the previous database
 * @throws SettingsError if one exists and must not be replaced, or a shop is using it
 */
export async function replaceEmbedded<T>(
  dataDir: string,
  mayReplace: boolean,
  fill: (url: string) => Promise<T>,
): Promise<{ result: T; before: string | null }> {
  const place = await findPlace(dataDir)
  if (await isInUse(place)) throw inUse(place)
  const isThere = existsSync(place.data)
  if (isThere && !mayReplace)
    throw new SettingsError(
      `DATA_DIR: '${dataDir}' already has a database; with --replace, it is kept next to the new one`,
    )
  const made = join(place.home, RESTORING)
  await rm(made, { recursive: true, force: true })
  try {
    const server = await openEmbeddedServer(dataDir, { pool: 10, name: RESTORING })
    const result = await fill(server.url).finally(server.close)
    const before = isThere ? `${place.data}-before-${stampOf(new Date())}` : null
    if (before) await rename(place.data, before)
    await rename(made, place.data)
    return { result, before }
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    throw error
  }
}

/** Returns a UTC time such as '2026-05-01-134502', for file names that sort by time. */
export function stampOf(time: Date): string {
  const [day = '', clock = ''] = time.toISOString().split('T')
  return `${day}-${clock.slice(0, 8).replaceAll(':', '')}`
}
