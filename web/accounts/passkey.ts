import { type InputOf, type ResponseOf, reasonOf } from '../platform/api.ts'
import { loadPatiently } from '../ui/load-later.tsx'

/** A passkey failure of the browser or device, with a message for the user. */
class PasskeyError extends Error {}

const WORDS: Record<string, string> = {
  NotAllowedError: 'No passkey was used. Please try again, or sign in another way.',
  AbortError: 'No passkey was used. Please try again, or sign in another way.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'Passkeys don’t work at this URL of the shop.',
}
const UNKNOWN = 'This browser or device doesn’t support passkeys.'

const library = () => loadPatiently(() => import('@simplewebauthn/browser'))
type Browser = Awaited<ReturnType<typeof library>>
type Creation = Parameters<Browser['startRegistration']>[0]['optionsJSON']
type Request = Parameters<Browser['startAuthentication']>[0]['optionsJSON']

/** Creates a passkey on the device. @throws PasskeyError */
export async function makePasskey(
  options: ResponseOf<'POST /api/auth/passkeys/begin'>,
): Promise<InputOf<'POST /api/auth/passkeys'>['credential']> {
  const { startRegistration } = await library()
  // These options come from the server's WebAuthn library. The contract doesn't repeat their types.
  return startRegistration({ optionsJSON: options as unknown as Creation }).catch(translateErrors)
}

/** Signs with a passkey that the user chooses. @throws PasskeyError */
export async function signWithPasskey(
  options: ResponseOf<'POST /api/auth/passkey-sign-in/begin'>,
): Promise<InputOf<'POST /api/auth/passkey-sign-in'>['credential']> {
  const { startAuthentication } = await library()
  // As above, the contract doesn't repeat WebAuthn's types.
  return startAuthentication({ optionsJSON: options as unknown as Request }).catch(translateErrors)
}

/** Returns the message for a passkey that wasn't used or created. */
export function passkeyReasonOf(error: Error): string {
  return error instanceof PasskeyError ? error.message : reasonOf(error, 'Please try again.')
}

function translateErrors(error: Error): never {
  throw new PasskeyError(WORDS[error.name] ?? UNKNOWN, { cause: error })
}
