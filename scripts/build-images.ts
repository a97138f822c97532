import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { type ImageWidth, servedWidth } from '#contract/images/api.ts'
import {
  BUILT_FOLDER,
  type DemoImage,
  listDemoImages,
  MANIFEST_FILE,
  type Manifest,
  readDemoImage,
} from '../server/images/demo-images.ts'
import { type Format, formats, sizeFile } from '../server/images/formats.ts'
import { resize } from '../server/images/pixels.ts'

/** The widths that the layouts use. Other widths are created on demand. */
const PRODUCT_WIDTHS: ImageWidth[] = [96, 160, 320, 480, 640, 960, 1200]
const HERO_WIDTHS: ImageWidth[] = [480, 640, 960, 1200, 1600, 2400]

type Size = { image: DemoImage; width: number; format: Format; file: string }

/**
 * Creates the sizes of the demo's photographs that are missing from `folder`, and removes obsolete files.
 * @param only photographs to prepare, by file name
 * @param isNeeded selects the sizes to create
 */
export async function buildImages(
  folder = BUILT_FOLDER,
  only = /./,
  isNeeded: (size: Size) => boolean = () => true,
): Promise<void> {
  const images = (await listDemoImages()).filter(({ file }) => only.test(file))
  const sizes = images.flatMap(sizesOf)
  await mkdir(folder, { recursive: true })
  const present = new Set(await readdir(folder))
  const missing = sizes.filter((size) => isNeeded(size) && !present.has(size.file))
  await Promise.all(Array.from({ length: availableParallelism() }, () => work(folder, missing)))
  await write(folder, MANIFEST_FILE, JSON.stringify(images satisfies Manifest, null, 2))
  const wanted = new Set([MANIFEST_FILE, ...sizes.map(({ file }) => file)])
  for (const file of present)
    if (!wanted.has(file)) await rm(join(folder, file), { recursive: true, force: true })
}

/** End-to-end tests load these sizes on many pages. All sizes would take them two minutes of CPU time. */
function isInManyTests({ format, width }: Size): boolean {
  return format === 'avif' && [96, 320].includes(width)
}

function sizesOf(image: DemoImage): Size[] {
  const requested = image.file === 'hero.jpg' ? HERO_WIDTHS : PRODUCT_WIDTHS
  const widths = [...new Set(requested.map((width) => servedWidth(width, image.width)))]
  return widths.flatMap((width) =>
    formats.map((format) => ({ image, width, format, file: sizeFile(image.name, width, format) })),
  )
}

async function work(folder: string, missing: Size[]) {
  for (let next = missing.pop(); next; next = missing.pop()) {
    const { image, width, format, file } = next
    await write(folder, file, await resize(await readDemoImage(image.file), width, format))
  }
}

/** Writes a draft first, so an interrupted build leaves no incomplete file under its final name. */
async function write(folder: string, file: string, content: Buffer | string) {
  const draft = join(folder, `${file}.${process.pid}.draft`)
  await writeFile(draft, content)
  await rename(draft, join(folder, file))
}

if (import.meta.main) {
  // Exits with the parent process.
  process.on('disconnect', () => process.exit())
  const isForTests = process.argv.includes('--for-tests')
  await buildImages(BUILT_FOLDER, /./, isForTests ? isInManyTests : undefined)
  process.disconnect?.()
}
