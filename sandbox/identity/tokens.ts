import { createPrivateKey, generateKeyPairSync, type JsonWebKey, randomUUID, sign } from 'node:crypto'
import type { World } from '../emulator.ts'
import { takeFault } from '../faults.ts'
import { readSettings, type Store, saveSettings } from '../store.ts'

export type SigningKey = JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' }

/** The key is stored, because clients cache its public part. */
export function signingKey(store: Store, service: string): SigningKey {
  const { saved } = readSettings<{ saved?: SigningKey }>(store, service, {})
  if (saved) return saved
  generated ??= newKey()
  saveSettings(store, service, { saved: generated })
  return generated
}

// Sandboxes in one process, as in tests, share the key, because generating one takes tens of milliseconds.
let generated: SigningKey | undefined

function newKey(): SigningKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

type Claims = Record<string, unknown>

const HOUR = 3600

/** The claims that each fault changes. */
const changes: Record<string, (claims: Claims) => Claims> = {
  'wrong-nonce': () => ({ nonce: 'of-another-sign-in' }),
  'wrong-audience': () => ({ aud: 'another-shop' }),
  'wrong-issuer': () => ({ iss: 'https://accounts.example' }),
  expired: ({ iat, exp }) => ({ iat: Number(iat) - 2 * HOUR, exp: Number(exp) - 2 * HOUR }),
  unverified: () => ({ email_verified: false }),
  unmanaged: () => ({ hd: undefined }),
}

/** Applies the faults to an ID token and signs it with the correct key, so only its content is wrong. */
export function spoilToken(world: World, service: string, key: SigningKey, idToken: string): string {
  const struck = Object.keys(changes).filter((kind) => takeFault(world.faults, service, kind))
  if (struck.length === 0) return idToken
  const [header = '', body = ''] = idToken.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  for (const kind of struck) Object.assign(claims, changes[kind]?.(claims))
  const content = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  const privateKey = createPrivateKey({ key, format: 'jwk' })
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`
}
