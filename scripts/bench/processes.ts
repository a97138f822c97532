import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
export const NODE = join(ROOT, 'node_modules/.bin/node')

export type Program = {
  pid: number
  origin: string
  request<T>(command: unknown): Promise<T>
  stop(): Promise<void>
}

/** Starts a process of the benchmark. It logs as usual, but its output is discarded. */
export async function startProgram(script: string, environment: Record<string, string>): Promise<Program> {
  const child = spawn(NODE, [join(ROOT, script)], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { ready } = await nextMessage<{ ready: string }>(child)
  return {
    pid: child.pid ?? 0,
    origin: ready,
    request(command) {
      const response = nextMessage(child)
      child.send(command as object)
      return response as Promise<never>
    },
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const onMessage = (word: unknown) => {
      child.off('exit', onExit)
      resolve(word as T)
    }
    const onExit = (code: number | null) => {
      child.off('message', onMessage)
      reject(new Error(`A benchmark process exited with code ${code}`))
    }
    child.once('message', onMessage)
    child.once('exit', onExit)
  })
}
