import { CHALLENGE_SECONDS } from '#contract/accounts/passkey-rules.ts'
import type { Assertion, NewCredential } from '#contract/accounts/passkeys.ts'

/** The public half of a passkey; `id` and `publicKey` are base64url. */
export type Credential = { id: string; publicKey: string; counter: number; transports: string[] }

/** Whom a passkey is for: devices use it for no other site. */
export type RelyingParty = { id: string; origin: string }

/** Loaded when somebody first asks for passkeys: it reads certificates, too, and takes memory and time to start. */
const library = () => import('@simplewebauthn/server')

/** ES256, EdDSA and RS256: what devices have. */
const ALGORITHMS = [-7, -8, -257]
const timeout = CHALLENGE_SECONDS * 1000

export function relyingPartyOf(publicUrl: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl)
  return { id: hostname, origin }
}

/** @param known a device that has one of these makes no second one */
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

/** @param known the credentials to choose from; without it, the device offers any it has for this shop */
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

/** @throws Error, in the library's words, when anything about it is wrong */
export async function checkNew(
  party: RelyingParty,
  challenge: string,
  { id, rawId, type, response }: NewCredential,
): Promise<Credential> {
  await refuseCertificates(response.attestationObject)
  const { verifyRegistrationResponse } = await library()
  const checked = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!checked.verified) throw new Error('The attestation does not hold')
  const { credential } = checked.registrationInfo
  return {
    id: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: response.transports ?? [],
  }
}

/** @returns how often the device has been used @throws Error, in the library's words, when anything about it is wrong */
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
  if (!checked.verified) throw new Error('The signature does not hold')
  return checked.authenticationInfo.newCounter
}

/** How a device knows the user again: nothing that tells who it is. */
export function handleOf(userId: number): string {
  return Buffer.from(`user-${userId}`).toString('base64url')
}

/**
 * The shop asks for no certificate of the device's maker. One that comes all the same would be checked, and the library
 * would fetch the list of revoked ones from whatever address the certificate names.
 */
async function refuseCertificates(attestationObject: string) {
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
