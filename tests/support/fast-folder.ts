import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/**
 * Returns the folder for test databases: in memory if a GiB is free there, since creating and copying one is mostly disk
 * I/O.
 */
export function fastFolder(): string {
  const memory = '/dev/shm'
  const free = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  return free.bavail * free.bsize > 2 ** 30 ? memory : tmpdir()
}
