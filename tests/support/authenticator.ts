import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { ResponseOf } from '../../web/platform/api.ts'
import { testConfig } from './config.ts'
import { aVerifiedCustomer, type Customer } from './fixtures.ts'
import type { TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

/** Possible faults of a response. */
export type Faults = {
  origin?: string
  rpId?: string
  challenge?: string
  userHandle?: string | undefined
  counter?: number
  /** The device didn't ask for a fingerprint or PIN. */
  isUnverified?: boolean
  type?: string
  /** The response includes a certificate, as from a device that identifies its manufacturer. */
  certificate?: Uint8Array
}

type Authenticator = ReturnType<typeof createAuthenticator>
type Options = { challenge: string; rp?: unknown; rpId?: unknown; user?: unknown }

const USER_PRESENT = 1
const USER_VERIFIED = 4
const HAS_CREDENTIAL = 64

/** Creates a device with one passkey (WebAuthn level 3): ES256, no attestation, and a signature counter if `counts`. */
export function createAuthenticator({ counts = false } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  let userHandle: string | undefined
  let uses = 0

  /** Flags, counter, and the hash of the site that the browser reports. */
  function dataFor(rpId: string, faults: Faults, flags: number): Buffer {
    const counter = Buffer.alloc(4)
    if (counts) uses += 1
    counter.writeUInt32BE(faults.counter ?? uses)
    const verified = faults.isUnverified ? 0 : USER_VERIFIED
    return Buffer.concat([
      sha256(faults.rpId ?? rpId),
      Buffer.from([flags | USER_PRESENT | verified]),
      counter,
    ])
  }

  function credential<R>(response: R) {
    const text = base64url(id)
    return { id: text, rawId: text, type: 'public-key' as const, response }
  }

  return {
    id: base64url(id),
    /** Emulates `navigator.credentials.create`. */
    create(options: Options, faults: Faults = {}) {
      userHandle = (options.user as { id: string }).id
      const key = new Map<number, Value>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.from([0, id.length])
      const authData = Buffer.concat([
        dataFor((options.rp as { id: string }).id, faults, HAS_CREDENTIAL),
        Buffer.alloc(16),
        length,
        id,
        cbor(key),
      ])
      const { certificate } = faults
      const statement = new Map<string, Value>(certificate ? [['x5c', [certificate]]] : [])
      const attestationObject = cbor(
        new Map<string, Value>([
          ['fmt', certificate ? 'packed' : 'none'],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      )
      return credential({
        clientDataJSON: base64url(clientData('webauthn.create', options, faults)),
        attestationObject: base64url(attestationObject),
        transports: ['internal'],
      })
    },
    /** Emulates `navigator.credentials.get`. */
    get(options: Options, faults: Faults = {}) {
      const authenticatorData = dataFor(String(options.rpId), faults, 0)
      const client = clientData('webauthn.get', options, faults)
      return credential({
        clientDataJSON: base64url(client),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)),
        userHandle: 'userHandle' in faults ? faults.userHandle : userHandle,
      })
    },
  }
}

/** Adds a device's passkey to an account. */
export async function addPasskey(
  customer: Customer,
  device: Authenticator,
  { name, ...faults }: Faults & { name?: string } = {},
): Promise<ResponseOf<'POST /api/auth/passkeys'>> {
  const options = await customer.call('POST /api/auth/passkeys/begin', { password: customer.password })
  return customer.call('POST /api/auth/passkeys', { name, credential: device.create(options, faults) })
}

/** Creates a verified customer with a passkey called 'Key ring'. */
export async function aHolder(shop: TestShop, options: Parameters<typeof createAuthenticator>[0] = {}) {
  const customer = await aVerifiedCustomer(shop)
  const device = createAuthenticator(options)
  const { passkeys } = await addPasskey(customer, device, { name: 'Key ring' })
  return { customer, device, id: passkeys[0]?.id ?? 0 }
}

/** Signs a visitor in with a device's passkey. */
export async function signInWith(visitor: Visitor, device: Authenticator, faults: Faults = {}) {
  const options = await visitor.call('POST /api/auth/passkey-sign-in/begin')
  return visitor.call('POST /api/auth/passkey-sign-in', { credential: device.get(options, faults) })
}

function clientData(type: string, { challenge }: Options, faults: Faults): Buffer {
  const origin = faults.origin ?? new URL(testConfig({}).publicUrl).origin
  return Buffer.from(
    JSON.stringify({
      type: faults.type ?? type,
      challenge: faults.challenge ?? challenge,
      origin,
      crossOrigin: false,
    }),
  )
}

/** Encodes the subset of CBOR (RFC 8949) that keys and attestations need. */
type Value = number | string | Uint8Array | Value[] | Map<number | string, Value>

function cbor(value: Value): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)])
  return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const base64url = (bytes: Buffer) => bytes.toString('base64url')
