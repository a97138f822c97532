/** Rules and messages of accounts (spec section 5). Free of zod, so a page can load them first. */

export const USERNAME_MIN = 3
export const USERNAME_MAX = 20
export const USERNAME_CHARACTERS = /^[A-Za-z0-9._-]+$/
export const USERNAME_DOUBLES = /\.\.|--|__/
export const PASSWORD_MIN = 6
export const ADMIN_PASSWORD_MIN = 12
export const PASSWORD_MAX = 200
export const FULL_NAME_MIN = 2
export const FULL_NAME_MAX = 100
export const EMAIL_MAX = 254

/** Days of inactivity until a session expires. */
export const SIGN_IN_DAYS = 30
/** How long a browser is remembered after its last sign-in. */
export const DEVICE_DAYS = 180
export const VERIFY_LINK_HOURS = 24
export const RESET_LINK_HOURS = 1
/** Long enough for an owner who reads email once a week. */
export const UNDO_LINK_DAYS = 7

export const ACCOUNT_MESSAGES = {
  usernameLength: `Username must be ${USERNAME_MIN} to ${USERNAME_MAX} characters`,
  usernameCharacters: 'Username may contain letters, digits, periods, underscores and hyphens only',
  usernameDoubles: 'Username cannot contain consecutive special characters',
  email: 'Please enter a valid email address',
  fullName: `Full name must be at least ${FULL_NAME_MIN} characters`,
  fullNameTooLong: `Full name must be at most ${FULL_NAME_MAX} characters`,
  password: `Password must be at least ${PASSWORD_MIN} characters`,
  adminPassword: `Password must be at least ${ADMIN_PASSWORD_MIN} characters`,
  passwordTooLong: `Password must be at most ${PASSWORD_MAX} characters`,
  wrongCredentials: 'Invalid username or password',
  wrongPassword: 'The current password is not correct',
  passwordChangeNeeded: 'Choose a new password first. The shop generated the current one at its first start.',
  samePassword: 'Choose a password other than the current one',
  noPassword: 'You have no password yet. Sign out and choose ‘Forgot your password?’ to make one.',
  usernameTaken: 'This username is already taken',
  emailTaken: 'This email address is already in use',
  blocked: 'This account is blocked. Please contact us.',
  signInEnded: 'Your sign-in has ended. Please sign in again.',
  linkInvalid: 'This link is no longer valid. Please ask for a new one.',
  linkSent: 'If an account has this email address, we have sent it an email with a link.',
  verifySent: 'We have sent an email with a link to your address.',
  emailVerified: 'Your email address is verified.',
  emailMoved: 'Your account now uses this email address.',
  ordersClaimed: 'Your guest orders are in your account now.',
  emailChangeUndone: 'The change was undone, and all devices were signed out.',
  emailChangeUndoneReset:
    'The change was undone, and all devices were signed out. We emailed you a link to choose a new password.',
  emailChangeMissing: 'There is no change of email address to confirm.',
  emailChangeOther: 'The email address to confirm has changed. Reload the page and try again.',
  emailChangeUnconfirmed: 'Confirm the change of your email address first.',
  linkNeedsSignIn: 'Sign in to the account that this link belongs to, then open the link again.',
  alreadyVerified: 'Your email address is already verified.',
  passwordReset: 'Your password has been changed. Please sign in.',
  adminNeedsLongPassword: `Admins need a password of at least ${ADMIN_PASSWORD_MIN} characters. Please reset yours.`,
  lastAdmin: 'This is the last admin: the shop would have none left.',
  adminNeedsVerifiedEmail: 'Only a user whose email address is verified can become an admin.',
} as const

/** The data that deleting an account erases and retains, shown before the deletion and in its response. */
export const ERASURE = {
  erased: [
    'Your name, username, email address and password',
    'Your sign-ins on all devices',
    'Your passkeys and authenticator app',
    'Your favorites',
    'Your cart',
    'Your reviews',
    'Your newsletter subscription, when your email address is verified',
    'The emails that we sent you, and our copies of the messages that you wrote to us',
  ],
  kept: [
    {
      what: 'Your orders, with name, addresses and what was paid, no longer tied to an account',
      why: 'The law asks us to keep what was sold, and to whom, for some years.',
    },
    {
      what: 'What you changed in the shop as an admin, under your username',
      why: 'The audit log must show who changed what. It has no entries about customers.',
    },
    {
      what: 'A newsletter subscription at an address that you have not verified',
      why: 'We cannot know that the address is yours. The link in each newsletter ends it.',
    },
  ],
} as const
