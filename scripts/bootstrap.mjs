import { spawn } from 'node:child_process'
import { build, buildImagesForTests } from './build-when-changed.mjs'
import { install } from './install.mjs'
import { launch, launchSandbox } from './launch.mjs'
import { node, root } from './places.mjs'

const [command, ...options] = process.argv.slice(2)

const commands = {
  async start() {
    await install('production')
    await build()
    return launch()
  },
  async dev() {
    await install('all')
    return launch({ watching: true })
  },
  async sandbox() {
    await install('production')
    return launchSandbox()
  },
  async test() {
    await install('all')
    await build()
    await buildImagesForTests()
    return run('scripts/test.ts')
  },
  async check() {
    await install('all')
    return run('scripts/check.ts')
  },
}

if (!Object.hasOwn(commands, command ?? '')) {
  console.error(`Missing command. Usage: bootstrap.mjs ${Object.keys(commands).join('|')}`)
  process.exit(2)
}
try {
  process.exit(await commands[command]())
} catch (error) {
  // Either the error was already printed, or its message is meant for users.
  if (error.message) console.error(error.message)
  process.exit(error.exitCode ?? 1)
}

function run(script) {
  const child = spawn(node, [script, ...options], { cwd: root, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
