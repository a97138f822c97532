import type { FastifyInstance } from 'fastify'
import type { EmailTextKind } from '#contract/settings/email-kinds.ts'
import type { EmailWords } from '#contract/settings/email-texts.ts'
import { previewEmail, sendSampleEmail } from '#contract/settings/mail.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { renderSample } from './sample-data.ts'
import { queueTest } from './test-email.ts'

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

  mount(app, sendSampleEmail, async ({ to, ...draft }, request) =>
    queueTest(db, await render(draft), to, signedInUser(request).id),
  )
}

/** The admin's content security policy allows no style sheet in a page, and the links do nothing. */
const stillEmail = (html: string) =>
  html.replace(/<style>.*?<\/style>/s, '').replace('<body', '<body inert=""')
