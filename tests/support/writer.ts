import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterFile } from './after-file.ts'
import { COMPILED } from './shop-process.ts'

const SCRIPT = join(import.meta.dirname, 'write-until-killed.ts')

export type Writer = {
  child: ChildProcess
  /** Number of rows that the process found at its start. Rejects with its errors if it couldn't start. */
  found: Promise<number>
  /** Resolves once this number of rows is acknowledged. */
  wrote(number: number): Promise<void>
  /** Number of acknowledged rows. */
  acknowledged(): number
  ended: Promise<{ code: number | null; errors: string }>
  end(signal: NodeJS.Signals): Promise<void>
}

/** Starts a process that writes rows to the embedded database of a folder, one at a time. */
export function startWriter(dataDir: string, user: { uid?: number; gid?: number } = {}): Writer {
  const child = spawn(process.execPath, [COMPILED, SCRIPT], {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, TMPDIR: process.env.TMPDIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  afterFile(async () => void child.kill('SIGKILL'))
  let [errors, last] = ['', 0]
  child.stderr.on('data', (piece) => {
    errors += piece
  })
  const found = Promise.withResolvers<number>()
  found.promise.catch(() => undefined)
  const waiting: { number: number; resolve(): void }[] = []
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [kind, value] = line.split(' ')
    if (kind === 'found') found.resolve(Number(value))
    if (kind !== 'wrote') return
    last = Number(value)
    for (const one of waiting) if (last >= one.number) one.resolve()
  })
  const ended = once(child, 'close').then(([code]) => {
    found.reject(new Error(errors))
    return { code: code as number | null, errors }
  })
  return {
    child,
    found: found.promise,
    wrote: (number) =>
      new Promise((resolve) => (last >= number ? resolve() : waiting.push({ number, resolve }))),
    acknowledged: () => last,
    ended,
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}

/** Returns the process ID of the server that runs on a data folder, or 0. */
export function serverOf(data: string): number {
  try {
    return Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  } catch {
    return 0
  }
}
