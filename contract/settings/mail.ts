import { z } from 'zod'
import { endpoint } from '../http.ts'

/** 'found': published. 'missing': not published. 'unknown': DNS is unavailable, or the result is inconclusive. */
const Record = z.object({ state: z.enum(['found', 'missing', 'unknown']), text: z.string().nullable() })

/** How the shop's email is sent, and whether receivers can distinguish it from forged email. Never a password. */
const MailState = z.object({
  from: z.string(),
  domain: z.string(),
  /** Host and port of the mail server. */
  server: z.string(),
  /** 'required': always TLS. 'if offered': the server has no credentials to protect. */
  tls: z.enum(['required', 'if offered']),
  /** Null in a demo, whose email never leaves the machine. */
  dns: z.object({ spf: Record, dmarc: Record }).nullable(),
  /** Emails still queued, and those rejected in the last 30 days. */
  waiting: z.int().nonnegative(),
  failed: z.int().nonnegative(),
})
export type MailState = z.infer<typeof MailState>

export const getMail = endpoint({
  method: 'GET',
  path: '/api/admin/mail',
  access: 'admin',
  summary:
    'How email is sent, whether SPF and DMARC are published for its domain, and the number of rejected emails.',
  input: z.object({}),
  answer: MailState,
})

export const mailEndpoints = [getMail] as const
