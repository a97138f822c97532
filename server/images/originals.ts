import type { ImageName } from '#contract/images/api.ts'
import type { Db } from '../platform/db/database.ts'
import { listDemoImages, readDemoImage } from './demo-images.ts'
import { findUpload, readUpload } from './queries.ts'

/** An image as uploaded; size in pixels. */
export type Original = { name: ImageName; width: number; height: number; read(): Promise<Buffer> }

/** Matches slug and hash only, since the color in a name may differ between decoders. */
export async function findOriginal(db: Db, { slug, hash }: ImageName): Promise<Original | null> {
  const demo = (await listDemoImages()).find(({ name }) => name.slug === slug && name.hash === hash)
  if (demo) return { ...demo, read: () => readDemoImage(demo.file) }
  const upload = await findUpload(db, slug, hash)
  return upload && { ...upload, read: () => readUpload(db, slug, hash) }
}
