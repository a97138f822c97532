import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { mainOf, submit } from '../../tests/support/forms.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { supportAddress } from '../settings/sender.ts'
import { changeSettings, Settings } from '../settings/settings.ts'
import { deleteOldMessages } from './routes.ts'

const HOUR = 3_600_000
const SUPPORT = 'hello@plinth.example'
let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterEach(() => turnClock(0))

const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'PL-7K3F-92QX',
  message: 'Where is my lamp?\nIt was to come on Monday.',
}
const write = (changes: object = {}, visitor = shop.visitor()) =>
  visitor.call('POST /api/contact', { ...message, ...changes })
const newest = async (to = SUPPORT) => (await fixtures.emailsTo(shop, to))[0]
const replyTo = async (id = 0) =>
  /<dt>reply-to<\/dt><dd>([^<]*)/i.exec(await (await fetch(`${shop.sandboxUrl}/mailbox/${id}`)).text())?.[1]

describe('a message from the contact form', () => {
  test('is emailed to the support email address, with its author as Reply-To', async () => {
    expect(await write()).toEqual({ message: 'Thanks for your message. We’ll reply by email.' })
    const email = await newest()
    expect(email?.to).toEqual([SUPPORT])
    expect(email?.subject).toBe('Contact: PL-7K3F-92QX')
    for (const text of ['Ada Lovelace <ada@example.com>', 'Where is my lamp?', 'It was to come on Monday.'])
      expect(email?.text).toContain(text)
    expect(await replyTo(email?.id)).toBe('ada@example.com')
  })

  test('needs no subject or order ID', async () => {
    await write({ subject: undefined, email: 'two@example.com' })
    expect((await newest())?.subject).toBe('Contact: a message from Ada Lovelace')
  })

  test('is sent to the email address that the store owner has set, which is also shown on pages', async () => {
    await changeSettings(shop.shop.db, { supportEmail: 'help@desk.example' })
    await write({ email: 'three@example.com' })
    expect((await newest('help@desk.example'))?.text).toContain('three@example.com')
    expect((await shop.visitor().call('GET /api/shop')).supportEmail).toBe('help@desk.example')
    await shop.shop.db.deleteFrom('settings').where('name', '=', 'supportEmail').execute()
    expect((await shop.visitor().call('GET /api/shop')).supportEmail).toBe(SUPPORT)
  })

  test.each([
    'Plinth <hello@plinth.example>',
    '"Plinth, Inc." <hello@plinth.example>',
    'hello@plinth.example',
  ])('goes to the sender address %s if no support address is set', (mailFrom) => {
    expect(supportAddress(Settings.parse({}), { mailFrom })).toBe('hello@plinth.example')
  })

  test('sends no copy to its sender, so strangers can’t use the shop to email others', async () => {
    await write({ email: 'victim@example.com', message: 'Buy cheap watches at once!' })
    expect(await fixtures.emailsTo(shop, 'victim@example.com')).toEqual([])
  })

  test('is sent as plain text without interpreting markup', async () => {
    await write({ email: 'html@example.com', message: '<img src=x onerror=alert(1)> & so on' })
    const email = await newest()
    expect(email?.html).not.toContain('<img')
    expect(email?.html).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })

  test('is discarded if a bot fills in every field, and the bot gets the usual response', async () => {
    const before = (await fixtures.emailsTo(shop, SUPPORT)).length
    expect(await write({ leaveEmpty: 'https://spam.example' })).toEqual({
      message: 'Thanks for your message. We’ll reply by email.',
    })
    expect(await fixtures.emailsTo(shop, SUPPORT)).toHaveLength(before)
  })
})

describe('an invalid message is rejected with an error for its field', () => {
  test.each([
    ['name', 'A', 'Name must be at least 2 characters'],
    ['name', 'A'.repeat(101), 'Name must be at most 100 characters'],
    ['name', 'Ada\r\nBcc: all@example.com', 'Must be a single line of text'],
    ['email', 'not-an-address', 'Please enter a valid email address'],
    ['email', 'a@example.com, b@example.com', 'Please enter a valid email address'],
    ['subject', 'S'.repeat(151), 'Subject must be at most 150 characters'],
    ['subject', 'Hello\nBcc: all@example.com', 'Must be a single line of text'],
    ['message', 'Too short', 'Message must be at least 10 characters'],
    ['message', 'M'.repeat(5001), 'Message must be at most 5000 characters'],
  ])('%s: %j', async (path, value, text) => {
    const response = await shop
      .visitor()
      .send({ method: 'POST', url: '/api/contact', body: { ...message, [path]: value } })
    expect(response.status).toBe(400)
    expect(response.json()).toMatchObject({ code: 'invalid_input', errors: [{ path, message: text }] })
  })
})

describe('the limits of the contact form', () => {
  test('allow five messages an hour from one visitor', async () => {
    const visitor = shop.visitor()
    for (let round = 0; round < 5; round++) await write({ email: `v${round}@example.com` }, visitor)
    await expect(write({ email: 'v9@example.com' }, visitor)).rejects.toMatchObject({ status: 429 })
    turnClock(HOUR)
    await write({ email: 'v9@example.com' }, visitor)
  })

  test('don’t lock out a customer whose email address others use', async () => {
    for (let round = 0; round < 6; round++) await write({ email: 'same@example.com' })
    await write({ email: 'same@example.com', subject: 'From the customer' })
    expect((await newest())?.subject).toBe('Contact: From the customer')
  })
})

test('the shop’s own copy is deleted 30 days after it was emailed, and no other email is', async () => {
  await fixtures.aCustomer(shop, { email: 'keeps-letters@example.com' })
  await write({ email: 'old@example.com' })
  await shop.runJobs()
  const countMessages = async () =>
    JSON.stringify(await shop.shop.db.selectFrom('emails').select(['recipient', 'reply_to']).execute())
  turnClock(29 * 24 * HOUR)
  await deleteOldMessages(shop.shop.db)
  expect(await countMessages()).toContain('old@example.com')
  turnClock(2 * 24 * HOUR)
  await deleteOldMessages(shop.shop.db)
  expect(await countMessages()).not.toContain('old@example.com')
})

describe('/contact without JavaScript', () => {
  const fields = { ...message, email: 'plain@example.com', leaveEmpty: '' }

  test('is a plain form that leads to a confirmation', async () => {
    const visitor = shop.visitor()
    const page = mainOf(await visitor.send({ url: '/contact?subject=PL-7K3F-92QX' }))
    expect(page).toContain('action="/contact" method="post"')
    expect(page).toContain('value="PL-7K3F-92QX"')
    expect(page).not.toMatch(/novalidate/i)
    const sent = await submit(visitor, '/contact', fields)
    expect(sent.location).toBe('/contact?sent=1')
    expect(sent.main).toContain('Thanks for your message. We’ll reply by email.')
    expect((await newest())?.text).toContain('plain@example.com')
  })

  test('shows why a message was rejected, and keeps its text', async () => {
    const rejected = await submit(shop.visitor(), '/contact', { ...fields, email: 'nonsense' })
    expect(rejected.location).toBe('/contact?problem=invalid_input')
    expect(rejected.main).toContain('Please enter your name, a valid email address, and a message')
    expect(rejected.main).toContain('To get your text back, use your browser’s Back button')
  })

  test('rejects a form submitted from another site', async () => {
    const response = await submit(shop.visitor(), '/contact', fields, { 'sec-fetch-site': 'cross-site' })
    expect(response.status).toBe(403)
  })
})
