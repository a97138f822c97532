import { changedParts } from './build-stamp.mjs'
import { runQuietly } from './children.mjs'
import { node } from './places.mjs'

/** Builds the sizes of the demo's photographs that many tests load. Test shops create others on demand. */
export function buildImagesForTests() {
  return runQuietly('Preparing the photographs', node, ['scripts/build-images.ts', '--for-tests'])
}

/** Builds the parts whose sources have changed since the last build. */
export async function build() {
  const parts = await changedParts()
  if (parts.length === 0) return
  // A page over its budget doesn't stop the shop from starting. `npm run build` and the tests report it.
  await runQuietly('Building the shop', node, ['scripts/build.ts', '--any-weight', ...parts])
}
