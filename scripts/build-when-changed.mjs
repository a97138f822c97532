import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runQuietly } from './children.mjs'
import { node, root } from './places.mjs'
import { hashOf, readStamp } from './stamp.mjs'

const stamp = 'dist/.built'
const sources = ['web', 'contract', 'vite.config.ts', 'tsconfig.json', 'package-lock.json']

/** Builds the sizes of the demo's photographs that many tests load. Test shops create others on demand. */
export function buildImagesForTests() {
  return runQuietly('Preparing the photographs', node, ['scripts/build-images.ts', '--for-tests'])
}

/** Builds the storefront unless nothing has changed since the last build. */
export async function build() {
  const builders = (await readdir(join(root, 'scripts'))).filter((name) => /^build.*\.ts$/.test(name)).sort()
  const wanted = await hashOf([...sources, ...builders.map((name) => `scripts/${name}`)])
  if ((await readStamp(stamp)).trim() === wanted) return

  await rm(join(root, stamp), { force: true })
  // A page over its budget doesn't stop the shop from starting. `npm run build` and the tests report it.
  await runQuietly('Building the storefront', node, ['scripts/build.ts', '--any-weight'])
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(join(root, stamp), `${wanted}\n`)
}
