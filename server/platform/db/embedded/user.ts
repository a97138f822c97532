import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, lchown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The user who runs the database if the shop runs as root, because PostgreSQL refuses to. Undefined: the shop's own. */
export type User = { uid: number; gid: number } | undefined

const NOBODY = { uid: 65534, gid: 65534 }
const RUNS_AS = ['postgres', 'nobody']

/**
 * Returns the first owner of these folders that isn't root, so that this user can start the shop as well, or else a user
 * without rights.
 * @param folders may not exist yet
 */
export async function databaseUser(folders: string[]): Promise<User> {
  if (process.getuid?.() !== 0) return undefined
  for (const folder of folders) {
    const owner = await stat(folder).catch(() => null)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  return unprivilegedUser(readFileSync('/etc/passwd', 'utf8'))
}

/** Picks the user from the lines of /etc/passwd. */
export function unprivilegedUser(passwd: string): { uid: number; gid: number } {
  const entries = passwd.split('\n').map((line) => line.split(':'))
  for (const wanted of RUNS_AS) {
    const [, , uid = '', gid = ''] = entries.find(([name]) => name === wanted) ?? []
    if (Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) }
  }
  return NOBODY
}

/** Gives a folder and everything in it to the user. */
export async function giveTo(user: User, path: string): Promise<void> {
  if (!user) return
  await lchown(path, user.uid, user.gid)
  const entries = await readdir(path, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR') return []
    throw error
  })
  for (const entry of entries) {
    if (entry.isDirectory()) await giveTo(user, join(path, entry.name))
    else await lchown(join(path, entry.name), user.uid, user.gid)
  }
}

/** Lets the user's group pass through root's folder, but not list or read it. */
export async function letThrough(user: User, folder: string): Promise<void> {
  if (!user || (await stat(folder)).uid !== 0) return
  await chown(folder, 0, user.gid)
  await chmod(folder, 0o710)
}

/** Returns whether the user can reach these folders and run these programs. */
export async function canReach(user: User, paths: string[]): Promise<boolean> {
  if (!user) return true
  const script = 'for path; do [ -x "$path" ] || exit 1; done'
  return promisify(execFile)('/bin/sh', ['-c', script, 'sh', ...paths], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
