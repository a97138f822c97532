import type { ImageName } from '#contract/images/api.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { listDemoImages, readDemoImage } from './demo-images.ts'

export type Upload = { name: ImageName; width: number; height: number }

/** @returns false if there already is an image with this slug and hash */
export async function insertUpload(
  db: Db,
  { name, width, height }: Upload,
  sha256: string,
  bytes: Uint8Array,
): Promise<boolean> {
  const inserted = await db
    .insertInto('uploads')
    .values({ ...name, sha256, bytes, width, height, created_at: now() })
    .onConflict((conflict) => conflict.columns(['slug', 'hash']).doNothing())
    .returning('slug')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Returns an image without its bytes, or null if there is none. */
export async function findUpload(
  db: Db,
  slug: string,
  hash: string,
): Promise<(Upload & { sha256: string }) | null> {
  const row = await db
    .selectFrom('uploads')
    .select(['color', 'sha256', 'width', 'height'])
    .where('slug', '=', slug)
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (!row) return null
  const { color, ...facts } = row
  return { ...facts, name: { slug, hash, color } }
}

async function readUpload(db: Db, slug: string, hash: string): Promise<Buffer> {
  const { bytes } = await db
    .selectFrom('uploads')
    .select('bytes')
    .where('slug', '=', slug)
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return Buffer.from(bytes)
}

/** An image as uploaded. The size is in pixels. */
export type Original = { name: ImageName; width: number; height: number; read(): Promise<Buffer> }

/** Matches only the slug and the hash, because the color in a name may differ between decoders. */
export async function findOriginal(db: Db, { slug, hash }: ImageName): Promise<Original | null> {
  const demo = (await listDemoImages()).find(({ name }) => name.slug === slug && name.hash === hash)
  if (demo) return { ...demo, read: () => readDemoImage(demo.file) }
  const upload = await findUpload(db, slug, hash)
  return upload && { ...upload, read: () => readUpload(db, slug, hash) }
}
