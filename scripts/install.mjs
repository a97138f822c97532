import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { runQuietly } from './children.mjs'
import { node, nodeFolder, root } from './places.mjs'
import { hashOf, readStamp } from './stamp.mjs'

const folder = join(root, 'node_modules')
const stamp = 'node_modules/.plinth-installed'
const nodeStamp = 'scripts/node/node_modules/.plinth-installed'
/** `npm run` finds this Node.js before the machine's. */
const link = join(folder, '.bin/node')

/**
 * Installs the locked packages, including the sandbox's, unless they are already installed. `production` leaves out the test dependencies; `all` includes them. npm removes existing packages first, so an interrupted install leaves no outdated ones.
 */
export async function install(needed) {
  if (node === null) {
    throw new Error(
      `There is no Node.js package for ${process.platform} on ${process.arch}. Install Node.js 24, and start again with it.`,
    )
  }
  const wanted = await hashOf(['package.json', 'sandbox/package.json', 'package-lock.json'])
  const [hash, installed] = (await readStamp(stamp)).trim().split(' ')
  if (hash !== wanted || (installed !== needed && installed !== 'all')) {
    const scope = installed === 'all' || (await hasDevDependency()) ? 'all' : needed
    await runNpm('Installing packages', root, [scope === 'all' ? '--include=dev' : '--omit=dev'])
    await writeFile(join(root, stamp), `${wanted} ${scope}\n`)
  }
  await installNode()
}

/** Installs a Node.js if the machine's own is too old, and links it. A later `npm ci` of all packages removes the link. */
async function installNode() {
  // Once it is linked, npm runs this process with it, too.
  if (node === process.execPath && !node.startsWith(nodeFolder)) return
  const wanted = await hashOf(['scripts/node/package-lock.json'])
  if ((await readStamp(nodeStamp)).trim() !== wanted) {
    await runNpm('Installing Node.js', nodeFolder, [])
    if (!existsSync(node))
      throw new Error(`npm installed no Node.js for ${process.platform} on ${process.arch}.`)
    await writeFile(join(root, nodeStamp), `${wanted}\n`)
  }
  if (process.platform === 'win32' || existsSync(link)) return
  await rm(link, { force: true })
  await mkdir(join(folder, '.bin'), { recursive: true })
  await symlink(relative(join(folder, '.bin'), node), link)
}

/** `error` hides warnings about an outdated Node on the machine. */
function runNpm(title, cwd, options) {
  const { command, args } = npm()
  return runQuietly(title, command, [...args, 'ci', ...options, '--loglevel=error'], cwd)
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
