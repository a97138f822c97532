import type { FastifyInstance } from 'fastify'
import type { EmailTextKind } from '#contract/settings/email-kinds.ts'
import type { EmailWords } from '#contract/settings/email-texts.ts'
import { previewEmail, sendSampleEmail } from '#contract/settings/mail.ts'
import { inTransaction } from '../platform/db/database.ts'
import { countAttempt, type Limit } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { randomId } from '../platform/ids.ts'
import { mailboxKey } from '../platform/mail/mailbox.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { renderSample } from './sample-data.ts'

/** Samples to one mailbox, because their words can be anything. */
const BY_MAILBOX: Limit = { name: 'sample-emails-mailbox', points: 20, seconds: 24 * 60 * 60 }

/** Emails about an order, an account, and a product that don't exist, with words that aren't saved. */
export function sampleEmailRoutes(app: FastifyInstance, { db, config: { publicUrl } }: Shop) {
  const render = async ({ kind, words }: { kind: EmailTextKind; words: EmailWords }) => {
    const saved = await readSettings(db)
    return renderSample(kind, { ...saved, emailTexts: { ...saved.emailTexts, [kind]: words } }, publicUrl)
  }

  mount(app, previewEmail, async (draft) => {
    const { subject, html } = await render(draft)
    return { subject, html: stillEmail(html) }
  })

  mount(app, sendSampleEmail, async ({ to, ...draft }) => {
    await countAttempt(db, BY_MAILBOX, mailboxKey(to))
    const id = randomId()
    const email = await render(draft)
    await inTransaction(db, (db) => queueEmail(db, { ...email, to }, `test-email-${id}`))
    return { id }
  })
}

/** The admin's content security policy allows no style sheet in a page, and the links do nothing. */
const stillEmail = (html: string) =>
  html.replace(/<style>.*?<\/style>/s, '').replace('<body', '<body inert=""')
