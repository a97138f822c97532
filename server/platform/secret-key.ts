import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { randomId, randomToken } from './ids.ts'
import { makePrivateFolder } from './private-folder.ts'
import { openSecretBox, type SecretBox } from './secret-box.ts'

const FILE = 'secret-key'

/**
 * Opens the shop's secret box. In the demo, SECRET_KEY is optional: the shop generates a key and stores it in the data
 * folder.
 */
export function secretsOf(settings: {
  secretKey: string | null
  previousSecretKey: string | null
  dataDir: string
}): SecretBox {
  return openSecretBox(settings.secretKey ?? storedKey(settings.dataDir), settings.previousSecretKey)
}

function storedKey(dataDir: string): string {
  const file = join(dataDir, FILE)
  return readKey(file) ?? createKey(dataDir, file)
}

/**
 * Writes a temporary file and links it into place, so two shops that start at the same time read the same, complete
 * key.
 */
function createKey(dataDir: string, file: string): string {
  makePrivateFolder(dataDir)
  const aside = `${file}.${randomId()}`
  const key = randomToken()
  writeFileSync(aside, key, { mode: 0o600 })
  try {
    linkSync(aside, file)
    return key
  } catch (error) {
    const made = readKey(file)
    if (made === null) throw error
    return made
  } finally {
    rmSync(aside)
  }
}

function readKey(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw error
  }
}
