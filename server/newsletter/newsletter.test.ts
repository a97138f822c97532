import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { sha256 } from '../platform/ids.ts'
import { deleteExpiredRequests } from './queries.ts'

const HOUR = 3_600_000
const ASKED = 'We’ve sent an email to this address. Open the link in it to confirm your subscription.'
let shop: TestShop
let made = 0
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

const anAddress = () => `reader-${++made}@example.com`
const subscribe = (email: string, visitor = shop.visitor()) => visitor.call('POST /api/newsletter', { email })
const confirm = (token: string) => shop.visitor().call('POST /api/newsletter/confirm', { token })
const unsubscribe = (token: string) => shop.visitor().call('POST /api/newsletter/unsubscribe', { token })
const subjects = async (email: string) =>
  (await fixtures.emailsTo(shop, email)).map(({ subject }) => subject).reverse()
const rows = () => shop.shop.db.selectFrom('newsletter_subscribers').selectAll().execute()
const rowOf = async (email: string) => (await rows()).find((row) => row.email === email)

describe('subscribing to the newsletter', () => {
  test('sends a confirmation email, and takes effect only after the confirmation', async () => {
    const email = anAddress()
    expect(await subscribe(email)).toEqual({ message: ASKED })
    expect(await subjects(email)).toEqual(['Confirm your subscription to the Plinth newsletter'])
    const [message] = await fixtures.emailsTo(shop, email)
    expect(message?.text).toContain('expires in 48 hours')
    expect(message?.html).toContain('/newsletter/confirm?token=')
    expect(await rowOf(email)).toMatchObject({ confirmed_at: null })
  })

  test('is confirmed once with the link, and the welcome email explains how to unsubscribe', async () => {
    const email = anAddress()
    await subscribe(email)
    const token = await fixtures.newsletterToken(shop, 'confirm', email)
    expect(await confirm(token)).toEqual({ message: 'Thank you. You’re subscribed to our newsletter.' })
    expect((await rowOf(email))?.confirmed_at).toBeInstanceOf(Date)
    expect((await subjects(email)).at(-1)).toBe('Welcome to the Plinth newsletter')
    await expect(confirm(token)).rejects.toMatchObject({
      status: 400,
      code: 'link_invalid',
      serverMessage: 'This link is no longer valid. Please subscribe again.',
    })
    expect(await subjects(email)).toHaveLength(2)
  })

  test('is not confirmed by opening the link’s page, as mail scanners do', async () => {
    const email = anAddress()
    await subscribe(email)
    const token = await fixtures.newsletterToken(shop, 'confirm', email)
    for (const method of ['GET', 'HEAD']) {
      const page = await shop.visitor().send({ method, url: `/newsletter/confirm?token=${token}` })
      expect(page.status).toBe(200)
    }
    expect((await rowOf(email))?.confirmed_at).toBeNull()
    await confirm(token)
  })

  test('stores only a hash of the emailed token, even in the outbox', async () => {
    const email = anAddress()
    await subscribe(email)
    const token = await fixtures.newsletterToken(shop, 'confirm', email)
    expect((await rowOf(email))?.confirm_hash).toBe(sha256(token))
    const emails = await shop.shop.db.selectFrom('emails').select('text_body').execute()
    expect(JSON.stringify([emails, await rows()])).not.toContain(token)
  })

  test('deletes a finished job soon, because it contains the email address', async () => {
    const email = anAddress()
    await subscribe(email)
    await shop.runJobs()
    const { rows: jobs } = await sql<{ deletion_seconds: number }>`
      select deletion_seconds from jobs.job where data::text like ${`%${email}%`}`.execute(shop.shop.db)
    expect(jobs).toEqual([{ deletion_seconds: 3600 }])
  })

  test('returns the same response to a subscriber, who gets an email about the existing subscription', async () => {
    const email = anAddress()
    await fixtures.aSubscriber(shop, email)
    expect(await subscribe(email.toUpperCase())).toEqual({ message: ASKED })
    expect((await subjects(email)).at(-1)).toBe("You're already subscribed to the Plinth newsletter")
    expect((await rows()).filter((row) => row.email.toLowerCase() === email)).toHaveLength(1)
  })

  test('sends a new link if it is requested again, and the old one no longer works', async () => {
    const email = anAddress()
    await subscribe(email)
    const old = await fixtures.newsletterToken(shop, 'confirm', email)
    await subscribe(email)
    const latest = await fixtures.newsletterToken(shop, 'confirm', email)
    await expect(confirm(old)).rejects.toMatchObject({ code: 'link_invalid' })
    await confirm(latest)
  })

  test.each(['', 'not-an-address', `${'a'.repeat(250)}@example.com`, 'two@example.com,three@example.com'])(
    "rejects '%s' with an error for its field",
    async (email) => {
      await expect(subscribe(email)).rejects.toMatchObject({
        status: 400,
        code: 'invalid_input',
        serverMessage: 'Please enter a valid email address',
      })
    },
  )

  test('thanks a bot that fills in every field, and sends no email', async () => {
    const email = anAddress()
    const response = await shop.visitor().call('POST /api/newsletter', { email, leaveEmpty: 'my site' })
    expect(response).toEqual({ message: ASKED })
    expect(await subjects(email)).toEqual([])
  })
})

describe('the limits of newsletter requests', () => {
  test('allow three emails a day to one email address, with the same response, and the last link works', async () => {
    const email = anAddress()
    for (let round = 0; round < 3; round++) await subscribe(email)
    expect(await subscribe(email.toUpperCase())).toEqual({ message: ASKED })
    expect(await subjects(email)).toHaveLength(3)
    turnClock(24 * HOUR)
    await subscribe(email)
    expect(await subjects(email)).toHaveLength(4)
    for (let round = 0; round < 3; round++) await subscribe(email)
    expect(await confirm(await fixtures.newsletterToken(shop, 'confirm', email))).toMatchObject({
      message: expect.stringContaining('You’re subscribed'),
    })
  })

  test('count addresses of one mailbox together', async () => {
    const spellings = ['news+1@example.com', 'news+2@example.com', 'News@example.com', 'news+3@example.com']
    for (const email of spellings) await subscribe(email)
    const sent: string[] = []
    for (const email of spellings) sent.push(...(await subjects(email)))
    expect(sent).toHaveLength(3)
  })

  test('allow a visitor to request ten emails an hour', async () => {
    const visitor = shop.visitor()
    for (let round = 0; round < 10; round++) await subscribe(anAddress(), visitor)
    await expect(subscribe(anAddress(), visitor)).rejects.toMatchObject({ status: 429 })
    await subscribe(anAddress())
  })
})

describe('deleting newsletter data', () => {
  test('happens in the nightly job for a link older than 48 hours, which no longer works', async () => {
    const [late, confirmed] = [anAddress(), anAddress()]
    await fixtures.aSubscriber(shop, confirmed)
    await subscribe(late)
    const token = await fixtures.newsletterToken(shop, 'confirm', late)
    turnClock(48 * HOUR)
    await expect(confirm(token)).rejects.toMatchObject({ code: 'link_invalid' })
    await deleteExpiredRequests(shop.shop.db)
    expect(await rowOf(late)).toBeUndefined()
    expect(await rowOf(confirmed)).toBeDefined()
  })

  test('happens when a subscriber unsubscribes, which removes the email address and its emails', async () => {
    const email = anAddress()
    const token = await fixtures.aSubscriber(shop, email)
    expect(await unsubscribe(token)).toEqual({
      message: 'You’re unsubscribed. We’ve deleted your email address and won’t email you again.',
    })
    const emails = await shop.shop.db.selectFrom('emails').select('recipient').execute()
    expect(JSON.stringify([emails, await rows()])).not.toContain(email)
    expect((await unsubscribe(token)).message).toMatch(/^We couldn’t find a subscription for this link/)
    expect((await unsubscribe('not-a-token')).message).toMatch(
      /^We couldn’t find a subscription for this link/,
    )
  })

  test('requires more than opening the link’s page', async () => {
    const email = anAddress()
    const token = await fixtures.aSubscriber(shop, email)
    expect((await shop.visitor().send({ url: `/newsletter/unsubscribe?token=${token}` })).status).toBe(200)
    expect(await rowOf(email)).toBeDefined()
  })
})
