/** Rules and messages for passkeys and two-factor authentication. Doesn't import zod, so pages can load it early. */

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
/** Without a password, changing sign-in methods requires a sign-in within this time. */
export const FRESH_MINUTES = 10
/** How long a proof of identity stays valid for sensitive admin actions. */
export const PROOF_MINUTES = 15
/** Timeouts for the device's response to a challenge, and for entering a code. */
export const CHALLENGE_SECONDS = 5 * 60
export const STEP_SECONDS = 10 * 60
export const RECOVERY_CODES = 8

export const SAFETY_MESSAGES = {
  passkeyRefused: 'This passkey couldn’t be used. Please try again, or sign in another way.',
  passkeyTaken: 'This passkey is already in use.',
  passkeyUnknown: 'Passkey not found',
  passkeyName: `Name must be 1 to ${PASSKEY_NAME_MAX} characters`,
  tooManyPasskeys: `You already have ${PASSKEYS_MAX} passkeys. Remove one to add another.`,
  lastWayIn: 'This passkey is your only way to sign in. Set a password first.',
  googleUnlinked: 'No Google account is linked.',
  googleLastWayIn: 'Google is your only way to sign in. Set a password first.',
  proofNeeded: 'Please confirm it’s you.',
  proofMissing: 'Enter your password or a code, or use a passkey.',
  signInAgain: 'For your security, sign out, sign back in, and try again.',
  codeNeeded: 'Enter the code from your authenticator app.',
  wrongCode: 'This code is incorrect or was already used. Please wait for the next one.',
  stepEnded: 'Your sign-in timed out. Please sign in again.',
  factorOn: 'Your authenticator app is already set up.',
  factorOff: 'No authenticator app is set up.',
  factorNotBegun: 'The setup has expired. Please start again.',
  factorNeeded:
    'This shop requires a second factor. Set up an authenticator app or a passkey to use the admin.',
  passkeyUnused: 'You signed in without your passkey. Use it first.',
  ownFactor: 'Turn off your own authenticator app in your profile.',
} as const
