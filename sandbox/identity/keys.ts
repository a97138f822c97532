import { generateKeyPairSync, type JsonWebKey, randomBytes, randomUUID } from 'node:crypto'
import type { Store } from '../store.ts'

export interface Keys {
  /** Signs ID tokens: RSA, as Google's do. */
  signing: JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' }
  /** Signs the provider's cookies. */
  cookies: string
}

export const keyTables = `
  create table if not exists identity_keys (
    only_row integer primary key check (only_row = 1),
    keys text not null
  ) strict;
`

/** The provider's keys, made when they are needed for the first time and kept: what was signed stays good over a restart. */
export function keepKeys(store: Store): Keys {
  const found = store.prepare('select keys from identity_keys').get() as { keys: string } | undefined
  if (found) return JSON.parse(found.keys) as Keys
  const keys = makeKeys()
  store.prepare('insert into identity_keys (only_row, keys) values (1, ?)').run(JSON.stringify(keys))
  return keys
}

function makeKeys(): Keys {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    signing: { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' },
    cookies: randomBytes(32).toString('base64url'),
  }
}
