import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-rules.ts'
import type { Assertion, NewCredential } from '#contract/accounts/passkeys.ts'

/** The public half of a passkey. `id` and `publicKey` are base64url. */
export type Credential = { id: string; publicKey: string; counter: number; transports: string[] }

/** The site that a passkey is for. Devices use it on no other site. */
export type RelyingParty = { id: string; origin: string }

/** Loaded on first use, because it includes a certificate parser, which takes memory and startup time. */
const library = () => import('@simplewebauthn/server')

/** ES256, EdDSA, and RS256, which all devices support. */
const ALGORITHMS = [-7, -8, -257]
const timeout = CHALLENGE_SECONDS * 1000

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** @param known credential IDs; a device that has one of them doesn't create another passkey */
export async function creationOptions(
  party: RelyingParty,
  shopName: string,
  user: { id: number; username: string; fullName: string | null },
  { challenge, known }: { challenge: string; known: string[] },
) {
  const { generateRegistrationOptions } = await library()
  return {
    ...(await generateRegistrationOptions({
      rpName: shopName,
      rpID: party.id,
      userID: bytesOf(handleOf(user.id)),
      userName: user.username,
      userDisplayName: user.fullName ?? user.username,
      challenge: bytesOf(challenge),
      timeout,
      attestationType: 'none',
      excludeCredentials: known.map((id) => ({ id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      supportedAlgorithmIDs: ALGORITHMS,
    })),
  }
}

/** @param known the credentials to choose from; if omitted, the device offers any it has for this shop */
export async function requestOptions(party: RelyingParty, challenge: string, known?: string[]) {
  const { generateAuthenticationOptions } = await library()
  return {
    ...(await generateAuthenticationOptions({
      rpID: party.id,
      challenge: bytesOf(challenge),
      timeout,
      userVerification: 'required',
      ...(known ? { allowCredentials: known.map((id) => ({ id })) } : {}),
    })),
  }
}

/** @throws Error with the library's message if the response is invalid */
export async function checkNew(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: NewCredential,
): Promise<Credential> {
  await rejectCertificates(response.attestationObject)
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!checked.verified) throw new Error('The attestation is invalid')
  const { credential } = checked.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.transports ?? [],
  }
}

/** @returns the device's signature counter @throws Error with the library's message if the response is invalid */
export async function checkAssertion(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: Assertion,
  credential: Credential,
): Promise<number> {
  const { verifyAuthenticationResponse } = await library()
  const checked = await verifyAuthenticationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: credential.id,
      publicKey: bytesOf(credential.publicKey),
      counter: credential.counter,
    },
    requireUserVerification: true,
  })
  if (!checked.verified) throw new Error('The signature is invalid')
  return checked.authenticationInfo.newCounter
}

/** Returns the user handle stored on devices, which contains no personal data. */
export function handleOf(userId: number): string {
  return Buffer.from(`user-${userId}`).toString('base64url')
}

/**
 * Rejects attestation certificates, which the shop doesn't request. The library would check one anyway, and fetch the
 * revocation list from any URL in the certificate.
 */
async function rejectCertificates(attestationObject: string) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(bytesOf(attestationObject))
  const format = decoded.get('fmt')
  const isPlain =
    format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  if (!isPlain) throw new Error('The attestation carries a certificate')
}

function bytesOf(base64url: string) {
  return new Uint8Array(Buffer.from(base64url, 'base64url'))
}
