import { NODATA, NOTFOUND, Resolver } from 'node:dns/promises'
import type { MailState } from '#contract/settings/mail.ts'
import { now } from '../clock.ts'
import type { Db } from '../db/database.ts'
import { domainOf, mailServerOf } from './smtp.ts'

/** Returns the TXT records of a name, each as a list of parts. */
export type Lookup = (name: string) => Promise<string[][]>
type Found = { state: 'found' | 'missing' | 'unknown'; text: string | null }

const TIMEOUT_MS = 2000

const lookUp: Lookup = (name) => new Resolver({ timeout: TIMEOUT_MS, tries: 1 }).resolveTxt(name)

/** Returns the email setup as shown to admins. A demo's email stays on the machine, so DNS isn't queried. */
export async function mailState(
  db: Db,
  { smtpUrl, mailFrom, demo }: { smtpUrl: string | null; mailFrom: string; demo: boolean },
  lookup: Lookup = lookUp,
): Promise<Omit<MailState, 'source' | 'entered' | 'problem'>> {
  const domain = domainOf(mailFrom)
  return {
    from: mailFrom,
    domain,
    ...(smtpUrl === null ? { server: null, tls: null } : mailServerOf(smtpUrl)),
    dns: demo ? null : await mailRecords(domain, lookup),
    ...(await countEmails(db, new Date(now().getTime() - 30 * 86_400_000))),
  }
}

/** Counts pending emails, and those rejected since `since`. */
async function countEmails(db: Db, since: Date): Promise<{ waiting: number; failed: number }> {
  return db
    .selectFrom('emails')
    .select(({ fn }) => [
      fn
        .countAll<number>()
        .filterWhere('sent_at', 'is', null)
        .filterWhere('failed_at', 'is', null)
        .as('waiting'),
      fn.countAll<number>().filterWhere('failed_at', '>', since).as('failed'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Looks up DNS records of the sender's domain. DKIM can't be checked without the selector of the mail server. */
async function mailRecords(domain: string, lookup: Lookup): Promise<{ spf: Found; dmarc: Found }> {
  const spf = find(domain, /^v=spf1( |$)/i, lookup)
  // A subdomain without its own policy inherits its domain's policy.
  const own = await find(`_dmarc.${domain}`, /^v=DMARC1\s*(;|$)/i, lookup)
  const parent = domain.split('.').slice(-2).join('.')
  const dmarc =
    own.state === 'missing' && parent !== domain
      ? await find(`_dmarc.${parent}`, /^v=DMARC1\s*(;|$)/i, lookup)
      : own
  return { spf: await spf, dmarc }
}

async function find(name: string, pattern: RegExp, lookup: Lookup): Promise<Found> {
  try {
    const text = (await lookup(name)).map((parts) => parts.join('')).find((one) => pattern.test(one))
    return text === undefined ? { state: 'missing', text: null } : { state: 'found', text }
  } catch (error) {
    const { code } = error as { code?: string }
    return { state: code === NOTFOUND || code === NODATA ? 'missing' : 'unknown', text: null }
  }
}
