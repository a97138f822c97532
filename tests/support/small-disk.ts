import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterFile } from './after-file.ts'
import { ADMIN } from './config.ts'
import { aFolder } from './fresh-database.ts'
import { builtShop, COMPILED, freePorts, HEAP, ready } from './shop-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const SIZE = '250m'
const HOLD = `mount -t tmpfs -o size=${SIZE} none "$1" && echo mounted && read -r _`

/** Returns whether this process may mount a disk in a namespace, which only root may. */
export function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export type SmallDisk = {
  /** The disk's folder, as this process reaches it. */
  folder: string
  fill(): void
  free(): void
  startShop(): Promise<{ url: string; child: ChildProcess }>
}

/** Mounts a disk that only the shops started on it see, until the tests of the file end. */
export async function aSmallDisk(): Promise<SmallDisk> {
  const mountPoint = aFolder()
  const holder = spawn('unshare', ['--mount', 'sh', '-c', HOLD, 'sh', mountPoint])
  afterFile(async () => void holder.kill())
  await once(holder.stdout, 'data')
  const folder = join(`/proc/${holder.pid}/root`, mountPoint)
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (const size of [1_000_000, 4096, 1]) writeUntilFull(file, Buffer.alloc(size))
      closeSync(file)
    },
    free: () => rmSync(filler),
    async startShop() {
      const [port = 0] = await freePorts(1)
      const namespace = ['--mount', '--target', String(holder.pid)]
      const program = join(ROOT, await builtShop())
      const child = spawn('nsenter', [...namespace, process.execPath, COMPILED, ...HEAP, program], {
        env: {
          ...process.env,
          ...ADMIN,
          DATA_DIR: mountPoint,
          PORT: String(port),
          TRUST_PROXY: 'true',
          LOG_LEVEL: 'silent',
          // The test needs no sandbox.
          SANDBOX_URL: 'http://127.0.0.1:9',
        },
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      })
      afterFile(async () => void child.kill('SIGKILL'))
      await ready(child)
      return { url: `http://localhost:${port}`, child }
    },
  }
}

function writeUntilFull(file: number, piece: Buffer) {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
