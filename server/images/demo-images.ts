import { existsSync, readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type ImageName, imageAddress } from '#contract/images/api.ts'
import { ROOT } from '../platform/root.ts'
import { contentHash, nameImage } from './pixels.ts'

const FOLDER = fileURLToPath(new URL('db/seed/images', ROOT))

/** Output of `npm run build`: the photographs in all sizes, named by `sizeFile`, and a manifest. */
export const BUILT_FOLDER = fileURLToPath(new URL('dist/images', ROOT))
export const MANIFEST_FILE = 'manifest.json'

export const Manifest = z.array(
  z.object({
    file: z.string(),
    name: z.object({ slug: z.string(), hash: z.string(), color: z.string() }),
    width: z.int(),
    height: z.int(),
  }),
)
export type Manifest = z.infer<typeof Manifest>

/** A photograph of the demo catalog. `file` is its name in catalogue.json, and the size is in pixels. */
export type DemoImage = { file: string; name: ImageName; width: number; height: number }

/** Returns all photographs of the demo. Reads them once per process. */
export function listDemoImages(): Promise<DemoImage[]> {
  known ??= lookAtAll()
  return known
}

let known: Promise<DemoImage[]> | undefined

/** Returns the URL and size of a photograph in catalogue.json. */
export async function demoImage(file: string): Promise<{ url: string; width: number; height: number }> {
  const image = (await listDemoImages()).find((one) => one.file === file)
  if (!image) throw new Error(`The demo has no photograph ${file}`)
  return { url: imageAddress(image.name), width: image.width, height: image.height }
}

export function readDemoImage(file: string): Promise<Buffer> {
  return readFile(join(FOLDER, file))
}

async function lookAtAll(): Promise<DemoImage[]> {
  const manifest = readManifest()
  const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith('.jpg')).sort()
  return Promise.all(
    files.map(async (file) => {
      const bytes = await readDemoImage(file)
      const hash = contentHash(bytes)
      const built = manifest.find((one) => one.file === file && one.name.hash === hash)
      return built ?? { file, ...(await nameImage(basename(file, '.jpg'), bytes)) }
    }),
  )
}

function readManifest(): Manifest {
  const path = join(BUILT_FOLDER, MANIFEST_FILE)
  return existsSync(path) ? Manifest.parse(JSON.parse(readFileSync(path, 'utf8'))) : []
}
