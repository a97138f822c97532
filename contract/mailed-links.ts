import { z } from 'zod'
import { ACCOUNT_MESSAGES } from './account-rules.ts'
import { Email, Message, Password } from './accounts.ts'
import { endpoint } from './http.ts'

/** From the fragment of a mailed link, so that no server log and no Referer ever has it. */
const LinkToken = z.string().min(1, ACCOUNT_MESSAGES.linkInvalid).max(200, ACCOUNT_MESSAGES.linkInvalid)

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/api/auth/verify-email',
  access: 'anyone',
  summary: 'Open a mailed link: the address is verified, or a changed address begins to count.',
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

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/api/auth/forgot-password',
  access: 'anyone',
  summary: 'Mail a link to reset the password; the answer is the same whether or not the address is known.',
  input: z.object({ email: Email }),
  answer: Message,
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/reset-password',
  access: 'anyone',
  summary: 'Set a new password by a mailed link; all sign-ins end.',
  input: z.object({ token: LinkToken, password: Password }),
  answer: Message,
})
