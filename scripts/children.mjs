import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { node, root } from './places.mjs'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
const patience = 15_000

/** Starts child programs. Each has a channel to this process, which closes when this process exits. */
export function childGroup() {
  const running = new Map()

  return {
    isStopping: false,

    /**
     * `onMessage` receives the program's messages. `ended` resolves with its exit code. A `priority` is set before the
     * program starts threads, because only later ones inherit it.
     */
    start(args, env, onMessage = undefined, priority = constants.priority.PRIORITY_NORMAL) {
      const child = spawn(node, args, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      if (child.pid && priority !== constants.priority.PRIORITY_NORMAL) setPriority(child.pid, priority)
      if (onMessage) child.on('message', onMessage)
      const ended = once(child, 'exit').then(([code, signal]) => {
        running.delete(child)
        return code ?? 128 + constants.signals[signal]
      })
      running.set(child, ended)
      return { ended, stop: () => stopChild(child, ended) }
    },

    async stopAll() {
      this.isStopping = true
      await Promise.all([...running].map(([child, ended]) => stopChild(child, ended)))
    },

    killAll() {
      for (const child of running.keys()) child.kill('SIGKILL')
    },
  }
}

async function stopChild(child, ended) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(timer)
}

/** Runs a program and shows one line. Its output is shown only if it fails. */
export async function runQuietly(title, command, args, cwd = root) {
  process.stdout.write(`${title} … `)
  const began = Date.now()
  const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const words = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => words.push(chunk))

  const ending = await ended(child)
  if (ending === 0) {
    process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1)} s\n`)
  } else if (ending === 'interrupted') {
    process.stdout.write('interrupted\n')
    process.exit(130)
  } else {
    process.stdout.write('failed\n')
    process.stderr.write(Buffer.concat(words))
    throw new Error(`${title} failed, see above.`)
  }
}

async function ended(child) {
  let isInterrupted = false
  const forget = onSignals((signal) => {
    isInterrupted = true
    child.kill(signal)
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  }).finally(forget)
  return isInterrupted ? 'interrupted' : code
}

/**
 * Returns a promise that resolves when this process should stop: on a signal, or because the npm that started it has exited.
 * A second Ctrl-C calls `stopNow`, because the user doesn't want to wait.
 */
export function stopRequest(stopNow) {
  return new Promise((asked) => {
    let askedAt = null
    onSignals((signal) => {
      askedAt ??= Date.now()
      asked()
      // One Ctrl-C arrives twice: from the terminal, and forwarded by npm.
      if (signal === 'SIGINT' && Date.now() - askedAt > 500) stopNow()
    })
    if (process.env.npm_lifecycle_event) onParentGone(asked)
  })
}

function onParentGone(asked) {
  const parent = process.ppid
  const look = () => {
    if (process.ppid !== parent) asked()
  }
  setInterval(look, 1000).unref()
}

/** Calls `listener` for each signal to stop. @returns a function that removes the listener */
export function onSignals(listener) {
  for (const signal of signals) process.on(signal, listener)
  return () => {
    for (const signal of signals) process.off(signal, listener)
  }
}
