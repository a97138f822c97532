/** Rules and messages of passkeys and two-factor authentication. Free of zod. */

export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
/** Without a password, changing sign-in methods requires a sign-in within this time. */
export const FRESH_MINUTES = 10
/** How long a proof of identity counts for sensitive admin actions. */
export const PROOF_MINUTES = 15
/** Timeouts for the device's response to a challenge, and for entering a code. */
export const CHALLENGE_SECONDS = 5 * 60
export const STEP_SECONDS = 10 * 60
export const RECOVERY_CODES = 8

export const SAFETY_MESSAGES = {
  passkeyRefused: 'This passkey could not be used. Please try again, or sign in another way.',
  passkeyTaken: 'This passkey is in use already.',
  passkeyUnknown: 'Passkey not found',
  passkeyName: `Please give a name of at most ${PASSKEY_NAME_MAX} characters`,
  tooManyPasskeys: `You have ${PASSKEYS_MAX} passkeys already. Please remove one first.`,
  lastWayIn: 'This passkey is your only way to sign in. Please make a password first.',
  googleUnlinked: 'No Google account is linked.',
  googleLastWayIn: 'Google is your only way to sign in. Please make a password first.',
  proofNeeded: 'Please confirm that it’s you.',
  proofMissing: 'Enter your password or a code, or use a passkey.',
  signInAgain: 'Please sign out, sign in again, and then try once more.',
  codeNeeded: 'Please enter the code that your authenticator app shows.',
  wrongCode: 'This code is not correct, or was used already. Please wait for the next one.',
  stepEnded: 'This took too long. Please sign in again.',
  factorOn: 'Your authenticator app is set up already.',
  factorOff: 'No authenticator app is set up.',
  factorNotBegun: 'Please begin again: no authenticator app is being set up.',
  ownFactor: 'Turn off your own authenticator app in your profile.',
} as const
