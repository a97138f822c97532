import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makePrivateFolder } from './data-folder.ts'
import { randomId, randomNonce, randomToken } from './ids.ts'

/** Encrypts secrets at rest, such as keys for other services that an admin entered. */
export type SecretBox = {
  /**
   * @param context where the secret is stored, such as 'sync.access-token'; decrypting requires the same context
   * @returns one line of text: version, key ID, nonce, and the ciphertext with its tag
   */
  encrypt(text: string, context: string): string
  /** @throws DecryptionError if it was changed, has another context, or its key is missing */
  decrypt(encrypted: string, context: string): string
  /** Returns whether a secret uses the previous key. Re-encrypt it, so the key can be removed. */
  isOutdated(encrypted: string): boolean
}

/** A secret that can no longer be decrypted and has to be entered again. */
export class DecryptionError extends Error {}

type Key = { id: string; bytes: Buffer }

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param previousKey decrypts secrets from before the last key rotation; never used to encrypt */
export function openSecretBox(secretKey: string, previousKey: string | null = null): SecretBox {
  const current = keyOf(secretKey)
  const keys = previousKey === null ? [current] : [current, keyOf(previousKey)]
  return {
    encrypt(text, context) {
      const nonce = randomNonce(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, current.bytes, nonce).setAAD(Buffer.from(context))
      const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return [VERSION, current.id, nonce.toString('base64url'), content.toString('base64url')].join('.')
    },
    decrypt(encrypted, context) {
      const { keyId, nonce, content } = partsOf(encrypted)
      const key = keys.find(({ id }) => id === keyId)
      if (!key) throw new DecryptionError('A secret is encrypted with a key that this shop does not have.')
      return decrypt(key, nonce, content, context)
    },
    isOutdated: (encrypted) => partsOf(encrypted).keyId !== current.id,
  }
}

/** Derives the encryption key and a key ID, which reveals nothing. The secret itself is never used to encrypt. */
function keyOf(secret: string): Key {
  const derive = (use: string, bytes: number) => Buffer.from(hkdfSync('sha256', secret, '', use, bytes))
  return {
    id: derive('plinth secret box: key id', 6).toString('base64url'),
    bytes: derive('plinth secret box: key', 32),
  }
}

function partsOf(encrypted: string) {
  const [version, keyId = '', nonce = '', content = ''] = encrypted.split('.')
  const parts = { keyId, nonce: Buffer.from(nonce, 'base64url'), content: Buffer.from(content, 'base64url') }
  if (version !== VERSION || parts.nonce.length !== NONCE_BYTES || parts.content.length < TAG_BYTES) {
    throw new DecryptionError('This is not an encrypted secret.')
  }
  return parts
}

function decrypt(key: Key, nonce: Buffer, content: Buffer, context: string): string {
  const decipher = createDecipheriv(CIPHER, key.bytes, nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(context)).setAuthTag(content.subarray(-TAG_BYTES))
  try {
    return decipher.update(content.subarray(0, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch (cause) {
    throw new DecryptionError('An encrypted secret was modified.', { cause })
  }
}

const KEY_FILE = 'secret-key'

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
  const file = join(dataDir, KEY_FILE)
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
