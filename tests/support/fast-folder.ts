import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Returns the folder for test databases: in memory if a GiB is free there, since creating and copying one is mostly disk
 * I/O.
 */
export function fastFolder(): string {
  const memory = '/dev/shm'
  const free = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 }
  return free.bavail * free.bsize > 2 ** 30 ? memory : tmpdir()
}

const folders = new Map<string, string>()

/** Creates a folder in the fast folder. It is removed when this process ends, even if it is killed. */
export function temporaryFolder(prefix: string): string {
  const place = fastFolder()
  const parent = folders.get(place) ?? mkdtempSync(join(place, 'plinth-tests-'))
  if (!folders.has(place)) {
    // The user of an embedded database passes through.
    chmodSync(parent, 0o711)
    removeAtEnd(parent)
  }
  folders.set(place, parent)
  return mkdtempSync(join(parent, prefix))
}

/** The shell's standard input closes when this process ends. */
function removeAtEnd(folder: string) {
  const shell = spawn('sh', ['-c', 'read -r _; rm -rf "$0"', folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  shell.unref()
  if (shell.stdin instanceof Socket) shell.stdin.unref()
}
