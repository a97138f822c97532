import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Email, Message, Password, User } from './api.ts'
import { PASSKEY_MAX_BYTES, Proof } from './passkeys.ts'
import { ACCOUNT_MESSAGES } from './rules.ts'

/** From the fragment of a mailed link, so that no server log and no Referer ever has it. */
const LinkToken = z.string().min(1, ACCOUNT_MESSAGES.linkInvalid).max(200, ACCOUNT_MESSAGES.linkInvalid)

export const LinkPurpose = z.enum(['verify', 'change', 'reset', 'undo', 'claim'])
export type LinkPurpose = z.infer<typeof LinkPurpose>

/** POST, since the token must not stand in a URL. */
export const readLink = endpoint({
  method: 'POST',
  path: '/api/auth/read-link',
  access: 'anyone',
  ignoresToken: true,
  summary: 'What a mailed link does, and to which account. It stays valid.',
  input: z.object({ token: LinkToken }),
  answer: z.object({ purpose: LinkPurpose, username: z.string(), email: z.string() }),
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'anyone',
  summary:
    "Use a mailed link: verifies the email address, moves the account to a new one, or adds the address's guest orders. The last two, and guest orders when verifying, need the account's own session.",
  input: z.object({ token: LinkToken }),
  answer: Message,
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/api/auth/resend-verification',
  access: 'signed-in',
  summary: 'Mail the link once more that verifies the address, or the changed address that waits for it.',
  input: z.object({}),
  answer: Message,
})

export const requestGuestOrders = endpoint({
  method: 'POST',
  path: '/api/auth/guest-orders-link',
  access: 'signed-in',
  summary:
    "Mail a link to the account's own address that adds the guest orders placed with it; an unverified address gets the link that verifies it, which does the same.",
  input: z.object({}),
  answer: Message,
})

/** Apart from `PATCH /api/auth/profile`, which must keep its answer. */
export const confirmEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email-change/confirm',
  access: 'signed-in',
  summary:
    'Prove that you requested the new email address: a link is mailed to it. Needs password, passkey, or code; an account with none of them must have signed in within ten minutes.',
  input: Proof.extend({ email: Email }),
  answer: User,
  maxBytes: PASSKEY_MAX_BYTES,
})

export const undoEmailChange = endpoint({
  method: 'POST',
  path: '/api/auth/email-change/undo',
  access: 'anyone',
  ignoresToken: true,
  summary:
    'Undo a change of email address by the link mailed to the old one; all sessions end. If the change was confirmed, so do the password and the other sign-in methods, and a reset link is mailed.',
  input: z.object({ token: LinkToken }),
  answer: Message,
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Mail a link to reset the password; the answer is the same whether or not the address is known.',
  input: z.object({ email: Email }),
  answer: Message,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  ignoresToken: true,
  summary: 'Set a new password by a mailed link; all sign-ins end.',
  input: z.object({ token: LinkToken, password: Password }),
  answer: Message,
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
