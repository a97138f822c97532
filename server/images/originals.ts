import type { ImageName } from '#contract/images.ts'
import { listDemoImages, readDemoImage } from './demo-images.ts'

/** An image as it came to the shop; `width` in pixels. */
export type Original = { name: ImageName; width: number; read(): Promise<Buffer> }

/** Slug and hash must match; the colour in a name is an extra that may come out otherwise with another decoder. */
export async function findOriginal({ slug, hash }: ImageName): Promise<Original | null> {
  const demo = (await listDemoImages()).find(({ name }) => name.slug === slug && name.hash === hash)
  return demo ? { name: demo.name, width: demo.width, read: () => readDemoImage(demo.file) } : null
}
