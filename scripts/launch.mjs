import { constants } from 'node:os'
import { childGroup, stopRequest } from './children.mjs'
import { restartAlways, restartOnChange } from './restart.mjs'

/** Memory limits of the shop in MB (docs/operations.md, Memory). */
const HEAP = ['--max-semi-space-size=32', '--max-old-space-size=1024']
const KEEP_COMPILED = '--import=./scripts/compile-cache.mjs'

/** Runs the shop, and the sandbox if the shop is in demo mode. Resolves to the exit code. */
export function launch({ watching = false } = {}) {
  return untilStopped((group) => shopAndSandbox(group, watching))
}

export function launchSandbox() {
  return untilStopped((group) => group.start(['sandbox/main.ts'], {}, onReady(say)).ended)
}

async function untilStopped(run) {
  const group = childGroup()
  const stopNow = () => {
    group.killAll()
    process.exit(130)
  }
  const code = await Promise.race([stopRequest(stopNow), run(group)])
  await group.stopAll()
  return code ?? 0
}

function shopAndSandbox(group, watching) {
  return new Promise((end, fail) => {
    // The shop opens before all photographs are prepared, because it can create any size on demand. Only idle CPU time is used.
    const { expect, opened } = introduction(() =>
      group.start(['scripts/build-images.ts'], {}, undefined, constants.priority.PRIORITY_LOW),
    )
    let hasSandbox = false
    const onMessage = (message) => {
      onReady((lines) => opened('shop', lines))(message)
      if (message.kind !== 'settings' || !message.demo || !message.sandbox || hasSandbox) return
      hasSandbox = true
      expect('sandbox')
      keepSandbox(group, watching, message.sandbox, (lines) => opened('sandbox', lines)).then(end, fail)
    }
    keepShop(group, watching, onMessage).then(end, fail)
  })
}

function keepShop(group, watching, onMessage) {
  const run = (program, env) => group.start([KEEP_COMPILED, ...HEAP, program], env, onMessage)
  if (!watching) return run('dist/server/main.js', {}).ended
  return restartOnChange('shop', ['server', 'contract', 'db'], () =>
    run('server/main.ts', { PLINTH_WEB: 'dev' }),
  )
}

function keepSandbox(group, watching, { port, smtpPort, host, url }, opened) {
  const env = {
    SANDBOX_PORT: `${port}`,
    SANDBOX_SMTP_PORT: `${smtpPort}`,
    SANDBOX_HOST: host,
    SANDBOX_URL: url,
  }
  const start = (onMessage) => group.start(['sandbox/main.ts'], env, onMessage)
  if (watching) return restartOnChange('sandbox', ['sandbox'], () => start(onReady(opened)))
  return restartAlways('sandbox', group, (isOpen) =>
    start(
      onReady((lines) => {
        isOpen()
        opened(lines)
      }),
    ),
  )
}

/** Prints the shop's lines, then the sandbox's, once both are open. */
function introduction(afterward) {
  const lines = { shop: null }
  let isSaid = false
  return {
    expect: (name) => {
      lines[name] = null
    },
    opened: (name, its) => {
      lines[name] = its
      if (isSaid || Object.values(lines).includes(null)) return
      isSaid = true
      say(Object.values(lines).flat())
      afterward()
    },
  }
}

function onReady(tell) {
  return (message) => {
    if (message.kind === 'ready') tell(message.lines)
  }
}

function say(lines) {
  console.log(lines.join('\n'))
}
