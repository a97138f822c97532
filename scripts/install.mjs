import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { runQuietly } from './children.mjs'
import { node, root } from './places.mjs'
import { hashOf, readStamp } from './stamp.mjs'

const folder = join(root, 'node_modules')
const stamp = 'node_modules/.plinth-installed'

/**
 * Installs the locked packages, including the sandbox's, unless they are already installed. `production` leaves out the test dependencies; `all` includes them. npm removes existing packages first, so an interrupted install leaves no outdated ones.
 */
export async function install(needed) {
  const wanted = await hashOf(['package.json', 'sandbox/package.json', 'package-lock.json'])
  const [hash, installed] = (await readStamp(stamp)).trim().split(' ')
  if (hash === wanted && (installed === needed || installed === 'all')) return

  const scope = installed === 'all' || (await hasDevDependency()) ? 'all' : needed
  const { command, args } = npm()
  // `error` hides warnings about an outdated Node on the machine.
  const options = [scope === 'all' ? '--include=dev' : '--omit=dev', '--loglevel=error']
  await runQuietly('Installing packages', command, [...args, 'ci', ...options])
  if (!existsSync(node)) {
    throw new Error(
      `There is no Node.js package for ${process.platform} on ${process.arch}. Plinth runs on Linux and macOS (x64, arm64) and on Windows (x64).`,
    )
  }
  await writeFile(join(root, stamp), `${wanted} ${scope}\n`)
}

/** Returns true if a manual install has test dependencies, to keep them. */
async function hasDevDependency() {
  const { devDependencies = {} } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies).some((name) => existsSync(join(folder, name)))
}

/** Returns the npm that started this process, with its Node, or the npm on the PATH. */
function npm() {
  const script = process.env.npm_execpath
  if (!script || !/^npm.*\.c?js$/.test(basename(script))) return { command: 'npm', args: [] }
  return { command: process.env.npm_node_execpath ?? process.execPath, args: [script] }
}
