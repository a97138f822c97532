import { execFile } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Address } from './settings.ts'

/** A running server, as it describes itself in its data folder. */
export type Postmaster = { pid: number; address: Address }

const FILE = 'postmaster.pid'

/** Reads which server runs, or ran before a crash, on a data folder. Null if it was stopped. */
export async function readPostmaster(data: string): Promise<Postmaster | null> {
  const text = await readFile(join(data, FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return postmasterIn(text)
}

/** Parses the file: process ID, data folder, start time, port, socket folder, and address, one on each line. */
export function postmasterIn(text: string): Postmaster | null {
  const [pid = '', , , port = '', folder = '', host = ''] = text.split('\n')
  if (!/^\d+$/.test(pid)) return null
  if (folder !== '') return { pid: Number(pid), address: { folder } }
  return host === '' ? null : { pid: Number(pid), address: { port: Number(port) } }
}

/** Greater than any process ID. */
const NO_PROCESS = 2 ** 31 - 1

/**
 * Makes PostgreSQL ignore the locks of a crashed server if another program has its process ID since, which happens in
 * containers. The rest of the file remains, because PostgreSQL uses it to find connections that outlived the server.
 */
export async function ignoreStaleLock(data: string, { pid, address }: Postmaster): Promise<void> {
  if (await isPostgres(pid)) return
  const file = join(data, FILE)
  await writeFile(file, (await readFile(file, 'utf8')).replace(/^\d+/, String(NO_PROCESS)))
  if ('folder' in address) await rm(join(address.folder, '.s.PGSQL.5432.lock'), { force: true })
}

async function isPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(async () => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).catch(() => ({
      stdout: 'postgres',
    }))
    return stdout
  })
  return /(^|\/)postgres/.test(name.trim())
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
