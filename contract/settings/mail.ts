import { z } from 'zod'
import { OWNERS_ONLY } from '../accounts/staff-roles.ts'
import { emailAddress } from '../email-address.ts'
import { isHostName } from '../host-name.ts'
import { endpoint } from '../http.ts'
import { wholeNumber } from '../typed-text.ts'
import { EMAIL_TEXT_KINDS } from './email-kinds.ts'
import { EmailWords, wrongPlaceholders } from './email-texts.ts'
import { MAIL_MESSAGES as MAIL, MAIL_ENCRYPTIONS } from './mail-server.ts'
import { SETTINGS_MESSAGES as SAYS } from './rules.ts'

/** 'found': published. 'missing': not published. 'unknown': DNS is unavailable, or the result is inconclusive. */
const Record = z.object({ state: z.enum(['found', 'missing', 'unknown']), text: z.string().nullable() })

/** How the shop's email is sent, and whether receivers can distinguish it from forged email. Never a password. */
const MailState = z.object({
  from: z.string(),
  domain: z.string(),
  /** Host and port of the mail server, or null if there is none. */
  server: z.string().nullable(),
  /** 'required': always TLS. 'if offered': the server has no credentials to protect. Null without a server. */
  tls: z.enum(['required', 'if offered']).nullable(),
  /** 'environment': set on the server. 'stored': entered in the admin. 'sandbox': that of the demo. */
  source: z.enum(['environment', 'stored', 'sandbox', 'none']),
  /** The entered server without its credentials, or null. */
  entered: z
    .object({
      host: z.string(),
      port: z.int(),
      encryption: z.enum(MAIL_ENCRYPTIONS),
      hasPassword: z.boolean(),
      from: z.string(),
    })
    .nullable(),
  /** Why no email is sent until the server is changed, or null. */
  problem: z.string().nullable(),
  /** Null in the demo, whose email never leaves the machine. */
  dns: z.object({ spf: Record, dmarc: Record }).nullable(),
  /** Number of emails still queued, and of those rejected in the last 30 days. */
  waiting: z.int().nonnegative(),
  failed: z.int().nonnegative(),
})
export type MailState = z.infer<typeof MailState>

export const getMail = endpoint({
  method: 'GET',
  path: '/api/admin/mail',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary:
    'How email is sent, whether SPF and DMARC are published for its domain, and the number of rejected emails.',
  input: z.object({}),
  response: MailState,
})

const MailServer = z
  .object({
    host: z.string().trim().refine(isHostName, MAIL.host),
    port: wholeNumber({ min: 1, max: 65_535, error: MAIL.port }),
    encryption: z.enum(MAIL_ENCRYPTIONS),
    /** If both are empty, those of the same server are kept. */
    username: z.string().trim().max(300).default(''),
    password: z.string().max(1000).default(''),
    from: emailAddress(MAIL.from),
  })
  .refine(({ username, password }) => username !== '' || password === '', {
    path: ['username'],
    error: MAIL.username,
  })
  .refine(({ username, password }) => username === '' || password !== '', {
    path: ['password'],
    error: MAIL.password,
  })
export type MailServerInput = z.output<typeof MailServer>

export const changeMailServer = endpoint({
  method: 'PUT',
  path: '/api/admin/mail/server',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary:
    'Store the mail server, with its password encrypted, once it has accepted the credentials. It applies immediately. 409 if the environment sets one.',
  input: MailServer,
  response: MailState,
})

export const removeMailServer = endpoint({
  method: 'DELETE',
  path: '/api/admin/mail/server',
  access: 'admin',
  staff: OWNERS_ONLY,
  needsProof: true,
  summary: 'Delete the stored mail server. No email is sent until there is another, except in a demo.',
  input: z.object({}),
  response: MailState,
})

export const sendTestEmail = endpoint({
  method: 'POST',
  path: '/api/admin/mail/tests',
  access: 'admin',
  staff: ['manager'],
  summary: 'Queue a test email. `id` is for requesting its state.',
  input: z.object({ to: emailAddress(SAYS.supportEmail) }),
  response: z.object({ id: z.string() }),
  status: 201,
})

export const getTestEmail = endpoint({
  method: 'GET',
  path: '/api/admin/mail/tests/:id',
  access: 'admin',
  staff: ['manager', 'read-only'],
  summary: 'Whether the mail server has accepted or rejected a test email, and its reason.',
  input: z.object({ id: z.string().max(100) }),
  response: z.object({ state: z.enum(['waiting', 'accepted', 'rejected']), reason: z.string().nullable() }),
})

const EmailDraft = z.object({ kind: z.enum(EMAIL_TEXT_KINDS), words: EmailWords })
type EmailDraft = z.output<typeof EmailDraft>

function checkWords({ kind, words }: EmailDraft, { addIssue }: z.RefinementCtx) {
  for (const { name, message } of wrongPlaceholders(kind, words))
    addIssue({ code: 'custom', path: ['words', name], message })
}

export const previewEmail = endpoint({
  method: 'POST',
  path: '/api/admin/mail/preview',
  access: 'admin',
  staff: ['manager', 'read-only'],
  isQuiet: true,
  summary: 'An email with these words and sample data, as customers would get it. Saves and sends nothing.',
  input: EmailDraft.superRefine(checkWords),
  response: z.object({ subject: z.string(), html: z.string() }),
})

export const sendSampleEmail = endpoint({
  method: 'POST',
  path: '/api/admin/mail/samples',
  access: 'admin',
  staff: ['manager'],
  summary: 'Queue an email with these words and sample data. Its state is that of a test email.',
  input: EmailDraft.extend({ to: emailAddress(SAYS.supportEmail) }).superRefine(checkWords),
  response: z.object({ id: z.string() }),
  status: 201,
})

export const mailEndpoints = [
  getMail,
  changeMailServer,
  removeMailServer,
  sendTestEmail,
  getTestEmail,
  previewEmail,
  sendSampleEmail,
] as const
