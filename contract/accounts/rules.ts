/** Rules and messages for accounts (spec section 5). Doesn't import zod, so pages can load it early. */

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
/** Long enough for owners who read email only once a week. */
export const UNDO_LINK_DAYS = 7
export const INVITATION_DAYS = 7

export const ACCOUNT_MESSAGES = {
  usernameLength: `Username must be ${USERNAME_MIN} to ${USERNAME_MAX} characters`,
  usernameCharacters: 'Username can contain only letters, digits, periods, underscores, and hyphens',
  usernameDoubles: 'Username cannot contain consecutive special characters',
  email: 'Please enter a valid email address',
  fullName: `Full name must be at least ${FULL_NAME_MIN} characters`,
  fullNameTooLong: `Full name must be at most ${FULL_NAME_MAX} characters`,
  password: `Password must be at least ${PASSWORD_MIN} characters`,
  adminPassword: `Password must be at least ${ADMIN_PASSWORD_MIN} characters`,
  passwordTooLong: `Password must be at most ${PASSWORD_MAX} characters`,
  wrongCredentials: 'Invalid username or password',
  wrongPassword: 'The current password is incorrect',
  passwordChangeNeeded:
    'Choose a new password first. The current one was generated when the shop first started.',
  samePassword: 'The new password must be different from the current one',
  noPassword: 'You don’t have a password yet. To set one, sign out and select “Forgot your password?”.',
  usernameTaken: 'This username is already taken',
  emailTaken: 'This email address is already in use',
  blocked: 'This account is blocked. Please contact us.',
  signInEnded: 'Your session has expired. Please sign in again.',
  linkInvalid: 'This link is no longer valid. Please request a new one.',
  linkSent: 'If an account uses this email address, we’ve sent it a link.',
  verifySent: 'We’ve emailed you a link.',
  emailVerified: 'Your email address is verified.',
  emailMoved: 'Your account now uses this email address.',
  ordersClaimed: 'Your guest orders are now in your account.',
  emailChangeUndone: 'The change was undone, and all devices were signed out.',
  emailChangeUndoneReset:
    'The change was undone, and all devices were signed out. We emailed you a link to choose a new password.',
  emailChangeMissing: 'There is no email address change to confirm.',
  emailChangeOther: 'The email address to confirm has changed. Reload the page and try again.',
  emailChangeUnconfirmed: 'Confirm your email address change first.',
  linkNeedsSignIn: 'Sign in to the account this link belongs to, then open the link again.',
  alreadyVerified: 'Your email address is already verified.',
  passwordReset: 'Your password has been changed. Please sign in.',
  adminNeedsLongPassword: `Admins need a password of at least ${ADMIN_PASSWORD_MIN} characters. Please reset yours.`,
  lastOwner: 'This is the last owner. Make another member of the staff an owner first.',
  notStaff: 'Only an admin has a staff role.',
  alreadyStaff: 'This email address belongs to a member of the staff already.',
  alreadyInvited: 'This email address has an open invitation. Send it again, or revoke it first.',
  blockedInvited: 'The account with this email address is blocked. Unblock it first.',
  invitationNotFound: 'Invitation not found',
  invitationInvalid: 'This invitation is no longer valid. Ask the shop’s owner for a new one.',
  invitationNeedsSignIn: 'Sign in to the account with this email address, then open the invitation again.',
  invitationAccepted: 'You’re a member of the staff now. Please sign in.',
  usernameNeeded: 'Choose a username',
  passwordNeeded: 'Choose a password',
  adminNeedsVerifiedEmail: 'Only a user with a verified email address can become an admin.',
} as const
