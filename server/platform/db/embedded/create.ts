import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { programEnvironment } from '../../../config.ts'
import { randomToken } from '../../ids.ts'
import { initLine } from './lines.ts'
import type { Place } from './place.ts'
import { initOptions } from './settings.ts'
import { giveTo } from './user.ts'

/** On Windows: the password of the database, in the home folder. */
export const PASSWORD_FILE = 'database-password'

/**
 * Creates empty data under another name, so that a folder with the final name is complete and on disk.
 * @throws SettingsError with the reason
 */
export async function createData(place: Place): Promise<void> {
  const { home, data, bin, user } = place
  const made = join(home, `database-new-${process.pid}`)
  try {
    await mkdir(made, { mode: 0o700 })
    await giveTo(user, made)
    const passwordFile = process.platform === 'win32' ? await createPassword(home) : null
    await promisify(execFile)(join(bin, 'initdb'), initOptions(made, process.platform, passwordFile), {
      ...user,
      cwd: made,
      env: programEnvironment(),
    })
    // Fails if another process was faster: the folder isn't empty.
    await rename(made, data)
    await syncFolder(home)
  } catch (error) {
    await rm(made, { recursive: true, force: true })
    if (!existsSync(join(data, 'PG_VERSION'))) throw initLine(place, error)
  }
}

async function createPassword(home: string): Promise<string> {
  const file = join(home, PASSWORD_FILE)
  if (!existsSync(file)) await writeFile(file, randomToken(), { mode: 0o600 })
  return file
}

async function syncFolder(folder: string) {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
