import { beforeAll, describe, expect, test } from 'vitest'
import { sendConfirmation } from '../../server/newsletter/newsletter.ts'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ databaseUrl: await shopDatabase() })
})

const atOnce = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: count }, (_, index) => work(index)))
const good = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length
const rows = () => shop.shop.db.selectFrom('newsletter_subscribers').selectAll().execute()

describe('concurrent newsletter requests on PostgreSQL', () => {
  test('with one email address leave one subscription', async () => {
    const outcomes = await atOnce(8, (index) =>
      sendConfirmation(shop.shop, {
        emailId: `race-${index}`,
        email: index % 2 ? 'Many@example.com' : 'many@example.com',
      }),
    )
    expect(good(outcomes)).toBe(8)
    expect((await rows()).filter(({ email }) => email.toLowerCase() === 'many@example.com')).toHaveLength(1)
  })

  test('to confirm a link succeed once, with one welcome email', async () => {
    const email = 'once@example.com'
    await shop.visitor().call('POST /api/newsletter', { email })
    const token = await fixtures.newsletterToken(shop, 'confirm', email)
    const outcomes = await atOnce(8, () => shop.visitor().call('POST /api/newsletter/confirm', { token }))
    expect(good(outcomes)).toBe(1)
    const subjects = (await fixtures.emailsTo(shop, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Welcome'))).toHaveLength(1)
  })

  test('to subscribe and unsubscribe delete the subscription or require a confirmation', async () => {
    for (let round = 0; round < 6; round++) {
      const email = `both-${round}@example.com`
      const token = await fixtures.aSubscriber(shop, email)
      await Promise.all([
        shop.visitor().call('POST /api/newsletter/unsubscribe', { token }),
        sendConfirmation(shop.shop, { emailId: `both-${round}`, email }),
      ])
      expect((await rows()).find((row) => row.email === email)?.confirmed_at ?? null).toBeNull()
      const emails = await shop.shop.db.selectFrom('emails').select('recipient').execute()
      expect(emails.map(({ recipient }) => recipient)).not.toContain(email)
    }
  })
})
