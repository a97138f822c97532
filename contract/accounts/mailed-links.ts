import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Email, Message, Password, User } from './api.ts'
import { PASSKEY_MAX_BYTES, Proof } from './passkeys.ts'
import { ACCOUNT_MESSAGES } from './rules.ts'

/** From the fragment of an emailed link, so it appears in no server log and no Referer. */
export const LinkToken = z
  .string()
  .min(1, ACCOUNT_MESSAGES.linkInvalid)
  .max(200, ACCOUNT_MESSAGES.linkInvalid)

export const LinkPurpose = z.enum(['verify', 'change', 'reset', 'undo', 'claim', 'google'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

/** POST, since the token must not be in a URL. */
export const readLink = endpoint({
  method: 'POST',
  path: '/api/auth/read-link',
  access: 'anyone',
  ignoresToken: true,
  summary: 'The purpose and account of an emailed link, without using it up.',
  input: z.object({ token: LinkToken }),
  response: z.object({ purpose: LinkPurpose, username: z.string(), email: z.string() }),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'anyone',
  summary:
    'Use an emailed link: verifies the email address, moves the account to a new one, or adds its guest orders. Moving the account and adding guest orders require a session of the account.',
  input: z.object({ token: LinkToken }),
  response: Message,
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'signed-in',
  summary: 'Resend the link that verifies the email address, or the pending new one.',
  input: z.object({}),
  response: Message,
})

export const requestGuestOrders = endpoint({
  method: 'POST',
  path: '/api/auth/guest-orders-link',
  access: 'signed-in',
  summary:
    "Send a link to the account's email address that adds the guest orders placed with it. An unverified address gets the verification link, which does the same.",
  input: z.object({}),
  response: Message,
})

/** Separate from `PATCH /api/auth/profile`, whose response must not change. */
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email-change/confirm',
  access: 'signed-in',
  summary:
    'Confirm that you requested the new email address. A link is then sent to it. Requires the password, a passkey, or a code; an account with none of these must have signed in within ten minutes.',
  input: Proof.extend({ email: Email }),
  response: User,
  maxBytes: PASSKEY_MAX_BYTES,
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email-change/undo',
  access: 'anyone',
  ignoresToken: true,
  summary:
    'Undo an email address change with the link sent to the old address. Revokes all sessions. If the change was confirmed, also removes the password and the other sign-in methods, and sends a reset link.',
  input: z.object({ token: LinkToken }),
  response: Message,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  ignoresToken: true,
  summary:
    'Send a link to reset the password. The response is the same whether or not the email address is known.',
  input: z.object({ email: Email }),
  response: Message,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Set a new password with an emailed link. Revokes all sessions.',
  input: z.object({ token: LinkToken, password: Password }),
  response: Message,
})

export const mailedLinkEndpoints = [
  readLink,
  verifyEmail,
  resendVerification,
  requestGuestOrders,
  confirmEmailChange,
  undoEmailChange,
  forgotPassword,
  resetPassword,
] as const
