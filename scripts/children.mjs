import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { node, root } from './places.mjs'

const patience = 15_000

/** Starts child programs. Each has a channel to this process, which closes when this process exits. */
export function childGroup() {
  const running = new Map()

  return {
    isStopping: false,

    /** `onMessage` receives the program's messages. `ended` resolves with its exit code. */
    start(args, env, onMessage = undefined) {
      const child = spawn(node, args, {
        cwd: root,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      if (onMessage) child.on('message', onMessage)
      const ended = once(child, 'exit').then(([code, signal]) => {
        running.delete(child)
        return code ?? 128 + constants.signals[signal]
      })
      running.set(child, ended)
      return { ended, stop: () => stop(child, ended) }
    },

    async stopAll() {
      this.isStopping = true
      await Promise.all([...running].map(([child, ended]) => stop(child, ended)))
    },

    killAll() {
      for (const child of running.keys()) child.kill('SIGKILL')
    },
  }
}

async function stop(child, ended) {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), patience)
  await ended
  clearTimeout(timer)
}
