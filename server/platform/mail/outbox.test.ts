import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as after from '../../../tests/support/after-purchase.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { inTransaction } from '../db/database.ts'
import { insertEmails, queueEmail, sendInJob } from './outbox.ts'
import { openMailer } from './smtp.ts'

type Mail = { messageId: string; to: string[]; subject: string; text: string; html: string }

let shop: TestShop
const email = { to: 'ada@example.com', subject: 'Hello', text: 'An email', html: '<p>An email</p>' }
const mails = async () => (await (await fetch(`${shop.sandboxUrl}/sandbox/api/mails`)).json()) as Mail[]

beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
})
beforeEach(async () => {
  await fetch(`${shop.sandboxUrl}/sandbox/api/mails`, { method: 'DELETE' })
  await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
})

const fault = (kind: string, settings: object = { count: 1 }) =>
  fetch(`${shop.sandboxUrl}/sandbox/api/faults/mail/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(settings),
  })
const page = async (path: string) => ({ text: await (await fetch(`${shop.sandboxUrl}${path}`)).text() })

describe('an email', () => {
  test('arrives by SMTP once its transaction is committed', async () => {
    await inTransaction(shop.shop.db, (db) => queueEmail(db, email))
    expect(await shop.runJobs()).toBe(1)
    const [mail] = await mails()
    expect(mail).toMatchObject({ subject: 'Hello', html: expect.stringContaining('An email') })
    expect(JSON.stringify(mail?.to)).toContain('ada@example.com')
  })

  test('is never sent when its transaction is rolled back', async () => {
    await inTransaction(shop.shop.db, async (db) => {
      await queueEmail(db, email)
      throw new Error('no')
    }).catch(() => undefined)
    expect(await shop.runJobs()).toBe(0)
    expect(await mails()).toEqual([])
  })

  test('is queued only once per key', async () => {
    await queueEmail(shop.shop.db, email, 'order-1-placed')
    await queueEmail(shop.shop.db, email, 'order-1-placed')
    await shop.runJobs()
    expect(await mails()).toHaveLength(1)
  })

  test('is marked as automated, and has a Message-ID with the sender’s domain', async () => {
    await queueEmail(shop.shop.db, email)
    await shop.runJobs()
    const [mail] = await mails()
    expect(mail?.messageId).toMatch(/^<[^<>@]+@plinth\.example>$/)
    const { text } = await page(`/mailbox/${(mail as unknown as { id: number }).id}`)
    expect(text).toMatch(/Auto-Submitted[\s\S]{0,60}auto-generated/i)
  })

  test('is not retried after a permanent rejection, and its order shows the problem', async () => {
    const order = await after.aPurchasedOrder(shop, [await fixtures.aProduct(shop)])
    await shop.runJobs()
    await fault('rejected')
    const { orderId } = order
    await queueEmail(shop.shop.db, { ...email, orderId })
    await shop.runJobs()
    await shop.runJobs()
    expect(
      await (await fixtures.anAdmin(shop)).call('GET /api/admin/orders/:orderId', { orderId }),
    ).toMatchObject({
      failedEmails: [{ to: 'ada@example.com', subject: 'Hello', problem: expect.stringContaining('550') }],
    })
    expect(await (await fixtures.anAdmin(shop)).call('GET /api/admin/mail')).toMatchObject({
      failed: 1,
      dns: null,
    })
  })

  test('is sent even if another one of the same job is rejected', async () => {
    const emails = ['first', 'second'].map((subject) => ({ email: { ...email, subject }, onceKey: null }))
    await fault('rejected')
    const { db } = shop.shop
    await sendInJob(db, await insertEmails(db, emails))
    await shop.runJobs()
    expect((await mails()).map(({ subject }) => subject)).toEqual(['second'])
  })

  test('with SMTP credentials is never sent without TLS', async () => {
    const { href } = Object.assign(new URL(shop.shop.config.smtpUrl ?? ''), {
      username: 'shop',
      password: 'secret',
    })
    const from = 'Plinth <hello@plinth.example>'
    const mailer = openMailer(async () => ({
      url: href,
      problem: null,
      from,
      name: '',
      replyAddress: '',
      isPublicOnly: false,
    }))
    await expect(mailer.send({ ...email, id: 'with-credentials' })).rejects.toThrow(/STARTTLS/)
    mailer.close()
    expect(await mails()).toEqual([])
  })

  test('waits while the mail server is unavailable, and is delivered afterward', async () => {
    await fault('down', {})
    await queueEmail(shop.shop.db, email)
    await shop.runJobs()
    expect(await mails()).toEqual([])
    await fetch(`${shop.sandboxUrl}/sandbox/api/faults`, { method: 'DELETE' })
    await expect
      .poll(async () => (await shop.runJobs()) && (await mails()).length, { timeout: 15_000 })
      .toBe(1)
  })
})
