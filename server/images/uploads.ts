import { createHash } from 'node:crypto'
import { slugOf } from '#contract/catalog/slugs.ts'
import { type ImageName, imageAddress, ownImage } from '#contract/images/api.ts'
import { UPLOAD_MAX_SIDE, UPLOAD_MESSAGES, type UploadedImage } from '#contract/images/uploads.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { limitConcurrency } from '../platform/concurrency.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { contentHash, isPixelLimit, kindOf, measure, nameImage } from './pixels.ts'
import { findOriginal, findUpload, insertUpload } from './queries.ts'

const SLUG_LENGTH = 80
const MAX_WAITING = 50
/** Checking an upload decodes all of it. One at a time keeps the shop responsive. */
const limited = limitConcurrency(1, MAX_WAITING)

/**
 * Stores an image in the database, as uploaded. The same image under the same name is stored once.
 * @param fileName its name on the admin's computer
 * @throws ShopError 400 with the reason why the shop can't use the image; 503 if too many uploads are waiting
 */
export async function keepUpload(
  db: Db,
  adminId: number,
  fileName: string,
  bytes: Buffer,
): Promise<UploadedImage> {
  const measured = await limited(async () => {
    await checkIsPhotograph(bytes)
    return nameImage(slugForFile(fileName), bytes)
  })
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return inTransaction(db, async (db) => {
    const { name, isNew } = await insertUnderFreeName(db, measured, sha256, bytes)
    const url = imageAddress(name)
    const { width, height } = measured
    if (isNew) {
      const after = { url, width, height, bytes: bytes.length }
      await recordChange(db, {
        actorId: adminId,
        action: 'image.uploaded',
        subjectId: url,
        before: null,
        after,
      })
    }
    return { url, width, height }
  })
}

/**
 * Returns the size in pixels of an image that the shop hosts, or nulls for an image on another site.
 * @throws ShopError 400 if the shop has no such image
 */
export async function sizeOf(db: Db, url: string): Promise<{ width: number | null; height: number | null }> {
  const name = ownImage(url)
  if (!name) return { width: null, height: null }
  const original = await findOriginal(db, name)
  if (!original) throw noSuchImage(url)
  return { width: original.width, height: original.height }
}

const noSuchImage = (url: string) => {
  const message = `There is no image ${url} in this shop`
  return invalidInput(message, [{ path: 'images', message }])
}

/** Another image may have the same name and the same 32-bit hash, with a probability of one in four billion. */
async function insertUnderFreeName(
  db: Db,
  image: { name: ImageName; width: number; height: number },
  sha256: string,
  bytes: Buffer,
): Promise<{ name: ImageName; isNew: boolean }> {
  const { name } = image
  if (await insertUpload(db, image, sha256, bytes)) return { name, isNew: true }
  const existing = await findUpload(db, name.slug, contentHash(bytes))
  if (existing?.sha256 === sha256) return { name: existing.name, isNew: false }
  return insertUnderFreeName(db, { ...image, name: { ...name, slug: `${name.slug}-2` } }, sha256, bytes)
}

function slugForFile(fileName: string): string {
  const plain = slugOf(fileName.replace(/\.[^.]*$/, '')).slice(0, SLUG_LENGTH)
  return plain.replace(/-$/, '') || 'image'
}

/**
 * Checks the content of a file rather than its name, and decodes every pixel.
 * @throws ShopError 400 with the reason
 */
async function checkIsPhotograph(bytes: Buffer): Promise<void> {
  if (isSvg(bytes)) throw invalidInput(UPLOAD_MESSAGES.svg)
  if (isHeic(bytes)) throw invalidInput(UPLOAD_MESSAGES.heic)
  try {
    if (!(await kindOf(bytes))) throw invalidInput(UPLOAD_MESSAGES.notAnImage)
    const { width, height } = await measure(bytes)
    if (Math.max(width, height) > UPLOAD_MAX_SIDE) throw invalidInput(UPLOAD_MESSAGES.tooLong)
  } catch (error) {
    if (error instanceof ShopError) throw error
    throw invalidInput(isPixelLimit(error) ? UPLOAD_MESSAGES.tooManyPixels : UPLOAD_MESSAGES.damaged)
  }
}

/** Returns whether it is SVG markup, even if something precedes the first tag. */
function isSvg(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 4096).toString('latin1').replaceAll('\0', '')
  return /^[^\w<]*</.test(text) && /<svg[\s>]/i.test(text)
}

/** Returns whether it is HEIC, the iPhone's format, which only Safari displays and whose codec is patented. */
function isHeic(bytes: Buffer): boolean {
  return /^ftyphe(ic|ix|im|is|vc|vx)/.test(bytes.subarray(4, 12).toString('latin1'))
}
