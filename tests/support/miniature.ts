import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished, vi } from 'vitest'

const SCRIPTS = join(import.meta.dirname, '../../scripts')

/** Creates a tiny clone of the repository with the real scripts, and stubs for npm, the build, the shop, and the sandbox. */
export function miniature() {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-miniature-'))
  const path = (file: string) => join(folder, file)
  const write = (file: string, text: string) => {
    mkdirSync(dirname(path(file)), { recursive: true })
    writeFileSync(path(file), text)
  }
  const read = (file: string) => (existsSync(path(file)) ? readFileSync(path(file), 'utf8') : '')

  cpSync(SCRIPTS, path('scripts'), { recursive: true, filter: (file) => !/\.ts$|node_modules/.test(file) })
  for (const [file, text] of Object.entries(files)) write(file, text)
  const npmEnv = { npm_execpath: path('npm-cli.js'), npm_node_execpath: process.execPath }
  const runs: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of runs) child.kill('SIGKILL')
    const pids = ['shop', 'sandbox'].map((name) => Number(read(`${name}.pid`)))
    await vi.waitFor(() => {
      if (pids.some(isRunning)) throw new Error('a program was left running')
    }, 5000)
    rmSync(folder, { recursive: true })
  })

  return {
    folder,
    read,
    write,
    remove: (file: string) => rmSync(path(file)),
    npmEnv,
    /** Runs a command as npm does: with the linked Node.js, if there is one. */
    run: (command: string, env: Record<string, string> = {}, options: string[] = []) => {
      const linked = path('node_modules/.bin/node')
      const child = spawn(
        existsSync(linked) ? linked : process.execPath,
        ['scripts/bootstrap.mjs', command, ...options],
        {
          cwd: folder,
          env: { ...process.env, ...npmEnv, npm_lifecycle_event: '', ...env },
        },
      )
      runs.push(child)
      return watched(child)
    },
    pid: (name: 'shop' | 'sandbox') => Number(read(`${name}.pid`)),
  }
}

function watched(child: ChildProcess) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk
    })
  }
  return {
    child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
    until: (words: string) =>
      vi.waitFor(() => {
        if (!output.includes(words)) throw new Error(`not said: ${words}, but:\n${output}`)
      }, 10_000),
  }
}

export function isRunning(pid: number) {
  if (!pid) return false
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const npm = `
import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
appendFileSync('npm.log', process.argv.slice(2, 4).join(' ') + '\\n')
console.log('npm talks')
rmSync('node_modules', { recursive: true, force: true })
if (existsSync('npm-hangs')) setInterval(() => undefined, 1000)
else if (existsSync('npm-fails')) {
  console.error('npm ERR! no such package')
  process.exit(1)
} else {
  mkdirSync('node_modules', { recursive: true })
  if (process.cwd().endsWith('scripts/node')) {
    const name = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).optionalDependencies)
      .find((name) => name.endsWith(process.platform + '-' + process.arch))
    mkdirSync('node_modules/' + name + '/bin', { recursive: true })
    if (!existsSync('npm-has-no-node')) copyFileSync(process.execPath, 'node_modules/' + name + '/bin/node')
  }
  if (process.argv.includes('--include=dev')) mkdirSync('node_modules/vitest')
}`

const program = (name: string, opening: string) =>
  `
import { appendFileSync, writeFileSync } from 'node:fs'
const { NAME_FAILS, NAME_IS_STUBBORN, DEMO } = process.env
writeFileSync('${name}.pid', String(process.pid))
for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => {
  appendFileSync('${name}.log', event + '\\n')
  if (!NAME_IS_STUBBORN || event === 'disconnect') setTimeout(() => process.exit(0), 50)
})
if (NAME_FAILS) {
  console.error('PORT: something else is there')
  process.exit(1)
}
${opening}
setInterval(() => undefined, 1000)`.replaceAll('NAME', name.toUpperCase())

const shop = program(
  'shop',
  `const sandbox = DEMO === 'off' ? null : { port: 4001, smtpPort: 4002, host: '127.0.0.1' }
   process.send({ kind: 'settings', demo: sandbox !== null, sandbox })
   process.send({ kind: 'ready', lines: ['shop is open'] })`,
)

const files = {
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "1.0.0" } }',
  'package-lock.json': '{}',
  'npm-cli.js': npm,
  'web/page.tsx': 'page',
  'contract/cart/api.ts': 'cart',
  'db/seed/images/lamp.jpg': 'lamp',
  'tsconfig.json': '{}',
  'vite.config.ts': '',
  'scripts/build-images.ts': `
import { writeFileSync } from 'node:fs'
import { getPriority } from 'node:os'
if (process.env.PHOTOGRAPHS_LOGGED) writeFileSync('photographs.log', 'priority ' + getPriority())
process.disconnect?.()`,
  'scripts/build.ts': `
import { appendFileSync } from 'node:fs'
import { hashSources, stampParts } from './build-stamp.mjs'
console.log('vite talks')
const [, ...parts] = process.argv.slice(2)
appendFileSync('build.log', parts.join(' and ') + '\\n')
const hashes = await hashSources()
await stampParts(Object.fromEntries(parts.map((part) => [part, hashes[part]])))`,
  'scripts/test.ts': `console.log('testing', process.argv.slice(2).join())\nprocess.exit(3)`,
  'server/main.ts': shop,
  'dist/server/main.js': shop,
  'sandbox/main.ts': program(
    'sandbox',
    `const { SANDBOX_PORT, SANDBOX_SMTP_PORT, SANDBOX_HOST } = process.env
     setTimeout(() => process.send({ kind: 'ready', lines: ['sandbox at ' + [SANDBOX_HOST, SANDBOX_PORT, SANDBOX_SMTP_PORT]] }), 100)`,
  ),
}
