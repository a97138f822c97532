import { createPrivateKey, sign } from 'node:crypto'
import { takeFault } from '../faults.ts'
import type { World } from '../stand-in.ts'
import type { Keys } from './keys.ts'

type Claims = Record<string, unknown>

const HOUR = 3600

/** What each fault changes in an ID token that is right otherwise. */
const changes: Record<string, (claims: Claims) => Claims> = {
  'wrong-nonce': () => ({ nonce: 'of-another-sign-in' }),
  'wrong-audience': () => ({ aud: 'another-shop' }),
  'wrong-issuer': () => ({ iss: 'https://accounts.example' }),
  expired: ({ iat, exp }) => ({ iat: Number(iat) - 2 * HOUR, exp: Number(exp) - 2 * HOUR }),
  unverified: () => ({ email_verified: false }),
  unmanaged: () => ({ hd: undefined }),
}

/** The ID token as the fault switches want it, signed as the right one was: only what it says is wrong. */
export function spoilToken(world: World, service: string, keys: Keys, idToken: string): string {
  const struck = Object.keys(changes).filter((kind) => takeFault(world.faults, service, kind))
  if (struck.length === 0) return idToken
  const [header = '', body = ''] = idToken.split('.')
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  for (const kind of struck) Object.assign(claims, changes[kind]?.(claims))
  const content = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`
  const key = createPrivateKey({ key: keys.signing, format: 'jwk' })
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`
}
