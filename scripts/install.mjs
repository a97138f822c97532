import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { root } from './places.mjs'
import { runQuietly } from './run-quietly.mjs'
import { hashOf, readStamp } from './stamp.mjs'

const folder = join(root, 'node_modules')
const stamp = 'node_modules/.plinth-installed'

/** Installs the locked packages unless they are there: for `production`, or `all` with what tests need. */
export async function install(needed) {
  const wanted = await hashOf(['package.json', 'package-lock.json'])
  const [hash, installed] = (await readStamp(stamp)).trim().split(' ')
  if (hash === wanted && (installed === needed || installed === 'all')) return

  // What an interrupted install left cannot be trusted.
  if (hash === 'unfinished') await rm(folder, { recursive: true })
  const scope = takesNothingAway(installed) ? needed : 'all'
  await mkdir(folder, { recursive: true })
  await writeFile(join(root, stamp), 'unfinished\n')

  const { command, args } = npm()
  // Not `npm ci`: that refuses a lock file made where the registry lacks the packages of other platforms.
  // `error` hides the warnings about the age of the machine's Node.
  const options = [scope === 'all' ? '--include=dev' : '--omit=dev', '--no-save', '--loglevel=error']
  await runQuietly('Installing packages', command, [...args, 'install', ...options])
  await writeFile(join(root, stamp), `${wanted} ${scope}\n`)
}

/** `--omit=dev` would remove what tests need from a folder that has it, or that somebody filled by hand. */
function takesNothingAway(installed) {
  return installed === 'production' || !existsSync(folder)
}

/** The npm that started us, on the Node that it runs on; else the one on the PATH. */
function npm() {
  const script = process.env.npm_execpath
  if (!script || !/^npm.*\.c?js$/.test(basename(script))) return { command: 'npm', args: [] }
  return { command: process.env.npm_node_execpath ?? process.execPath, args: [script] }
}
