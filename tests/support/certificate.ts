import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const TEXT = 0x0c
const UTC_TIME = 0x17

const ECDSA_WITH_SHA256 = element(SEQUENCE, objectId('2a8648ce3d040302'))
const COMMON_NAME = objectId('550403')
const ALTERNATIVE_NAMES = objectId('551d11')

/** Creates a self-signed certificate of `localhost`, valid for a day, and its key, both as PEM. Node can't create one. */
export function selfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = element(
    SEQUENCE,
    element(SET, element(SEQUENCE, COMMON_NAME, element(TEXT, Buffer.from('localhost')))),
  )
  const hour = 3_600_000
  const validity = element(SEQUENCE, time(Date.now() - hour), time(Date.now() + 24 * hour))
  const host = element(SEQUENCE, element(0x82, Buffer.from('localhost')))
  const extensions = element(SEQUENCE, element(SEQUENCE, ALTERNATIVE_NAMES, element(OCTET_STRING, host)))
  const certificate = element(
    SEQUENCE,
    element(0xa0, element(INTEGER, Buffer.of(2))),
    // Positive, so the first bit is 0.
    element(INTEGER, Buffer.of(1), randomBytes(8)),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    element(0xa3, extensions),
  )
  const signature = element(BIT_STRING, Buffer.of(0), sign('sha256', certificate, privateKey))
  const signed = element(SEQUENCE, certificate, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    cert: `-----BEGIN CERTIFICATE-----\n${signed}\n-----END CERTIFICATE-----\n`,
  }
}

/** Encodes an element of ASN.1 in DER. */
function element(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

function objectId(hex: string): Buffer {
  return element(OBJECT_ID, Buffer.from(hex, 'hex'))
}

const time = (at: number) =>
  element(UTC_TIME, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
