import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { shopDatabase } from '../../tests/support/fresh-database.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSecretBox } from '../platform/secret-box.ts'
import { reencryptMailServer } from './mail-server.ts'

const FROM = 'orders@desk.example'
const OTHER_KEY = 'another key for tests, of no use elsewhere'
const UNREADABLE =
  'The password of the mail server can’t be decrypted, because SECRET_KEY has changed. Enter the mail server again.'

let shop: TestShop
let owner: fixtures.Customer
let sandbox: { host: string; port: number; encryption: 'starttls'; from: string }
beforeAll(async () => {
  shop = await openTestShop()
  owner = await fixtures.anAdmin(shop)
  const { hostname, port } = new URL(shop.shop.config.smtpUrl ?? '')
  sandbox = { host: hostname, port: Number(port), encryption: 'starttls', from: FROM }
})
afterEach(async () => {
  await owner.call('DELETE /api/admin/mail/server')
})

const enter = (facts: object = {}, by = owner) =>
  by.call('PUT /api/admin/mail/server', { ...sandbox, ...facts })
const mail = (by = owner) => by.call('GET /api/admin/mail')

test('replies to every email go to the reply address, including to emails that contain a secret link', async () => {
  await owner.call('PATCH /api/admin/settings', {
    senderName: 'Desk Studio',
    replyAddress: 'studio@desk.example',
  })
  await owner.call('POST /api/admin/staff-invitations', { email: 'kim@example.com', staffRole: 'support' })
  await shop.runJobs()
  const [email] = await fixtures.emailsTo(shop, 'kim@example.com')
  const page = await (await fetch(`${shop.sandboxUrl}/mailbox/${email?.id}`)).text()
  expect(page).toMatch(/<dt>reply-to<\/dt><dd>studio@desk\.example/i)
  expect(page).toContain('Desk Studio')
  await owner.call('PATCH /api/admin/settings', { senderName: '', replyAddress: '' })
})

describe('a mail server that an owner enters', () => {
  test('sends the shop’s emails from the moment that it is saved, from its sender', async () => {
    expect(await mail()).toMatchObject({ source: 'sandbox', entered: null, problem: null })
    expect(await enter()).toMatchObject({
      source: 'stored',
      from: `Plinth <${FROM}>`,
      entered: { ...sandbox, hasPassword: false },
    })
    const { id } = await owner.call('POST /api/admin/mail/tests', { to: 'reader@example.com' })
    await shop.runJobs()
    expect(await owner.call('GET /api/admin/mail/tests/:id', { id })).toMatchObject({ state: 'accepted' })
    const [email] = await fixtures.emailsTo(shop, 'reader@example.com')
    const page = await (await fetch(`${shop.sandboxUrl}/mailbox/${email?.id}`)).text()
    expect(page).toContain(FROM)
    expect(await shop.visitor().call('GET /api/shop')).toMatchObject({ supportEmail: FROM })
    const removed = await owner.call('DELETE /api/admin/mail/server')
    expect(removed).toMatchObject({ source: 'sandbox', from: 'Plinth <hello@plinth.example>' })
  })

  test('is recorded in the audit log without credentials', async () => {
    await enter()
    const [entry] = await owner.call('GET /api/admin/audit', { kind: 'mail_server' })
    expect(entry).toMatchObject({ action: 'mail_server.changed', before: null, after: sandbox })
    expect(JSON.stringify(await owner.call('GET /api/admin/settings'))).not.toContain('sealed')
  })

  test.each([
    [
      'of a demo that isn’t the sandbox',
      { host: 'mail.example' },
      'host',
      /only the mail server of the sandbox/,
    ],
    ['without a host name', { host: 'http://mail.example/' }, 'host', /host name/],
    ['with a username only', { username: 'shop' }, 'password', /password/],
    [
      'with credentials that would be sent without TLS',
      { username: 'shop', password: 'secret' },
      'host',
      /STARTTLS/,
    ],
    ['without a sender', { from: 'post office' }, 'from', /address/],
  ])('%s is rejected, and nothing is stored', async (_what, wrong, path, message) => {
    await expect(enter(wrong)).rejects.toMatchObject({
      status: 400,
      errors: [{ path, message: expect.stringMatching(message) }],
    })
    expect((await mail()).source).toBe('sandbox')
  })
})

/** Opens a shop without a demo and without a mail server, where the owner has proven their identity. */
async function openRealShop(environment: Record<string, string> = {}, databaseUrl?: string) {
  const real = await openTestShop({
    environment: { PLINTH_DEMO: 'off', PUBLIC_URL: 'http://localhost:3000', ...environment },
    ...(databaseUrl && { databaseUrl }),
  })
  const admin = await fixtures.anAdmin(real)
  const needed = { status: 403, code: 'proof_needed' }
  await expect(enter({}, admin)).rejects.toMatchObject(needed)
  await expect(admin.call('DELETE /api/admin/mail/server')).rejects.toMatchObject(needed)
  await admin.call('POST /api/auth/proof', { password: admin.password })
  return { real, admin }
}

describe('outside the demo', () => {
  test('a shop without a mail server starts, and emails wait', async () => {
    const { real, admin } = await openRealShop()
    const { id } = await admin.call('POST /api/admin/mail/tests', { to: 'reader@example.com' })
    await real.runJobs()
    expect(await mail(admin)).toMatchObject({
      source: 'none',
      server: null,
      problem: 'No mail server is entered yet.',
      waiting: 1,
    })
    expect(await admin.call('GET /api/admin/mail/tests/:id', { id })).toMatchObject({ state: 'waiting' })
    expect((await admin.call('GET /api/admin/going-live')).isMet.email).toBe(false)
  })

  test.each(['127.0.0.1', 'localhost', '10.0.0.1'])(
    'a mail server on the shop’s own network is rejected: %s',
    async (host) => {
      const { admin } = await openRealShop()
      await expect(enter({ host }, admin)).rejects.toMatchObject({
        status: 400,
        errors: [{ path: 'host', message: expect.stringMatching(/public/) }],
      })
    },
  )

  test('the environment’s server wins, and can’t be changed in the admin', async () => {
    const { admin } = await openRealShop({ SMTP_URL: 'smtp://127.0.0.1:9' })
    expect(await mail(admin)).toMatchObject({ source: 'environment', problem: null })
    const fixed = { status: 409, serverMessage: expect.stringContaining('environment') }
    await expect(enter({}, admin)).rejects.toMatchObject(fixed)
    await expect(admin.call('DELETE /api/admin/mail/server')).rejects.toMatchObject(fixed)
  })
})

describe('another SECRET_KEY', () => {
  test('makes a stored password unreadable, and the admin says so', async () => {
    await enter()
    const { db } = shop.shop
    const old = shop.shop.config.secretKey ?? ''
    await reencryptMailServer({ db, secrets: openSecretBox(OTHER_KEY, old) })
    await vi.waitFor(async () => expect((await mail()).problem).toBe(UNREADABLE), 5000)
    await reencryptMailServer({ db, secrets: openSecretBox(old, OTHER_KEY) })
    await vi.waitFor(async () => expect((await mail()).problem).toBeNull(), 5000)
  })
})

test('a mail server entered at one node sends the emails of another', async () => {
  const databaseUrl = await shopDatabase()
  const here = await openTestShop({ databaseUrl })
  const there = await openTestShop({ databaseUrl })
  const admin = await fixtures.anAdmin(here)
  const { hostname, port } = new URL(here.shop.config.smtpUrl ?? '')
  await enter({ host: hostname, port: Number(port) }, admin)
  await vi.waitFor(() => expect(there.shop.mailServer.known().from).toBe(`Plinth <${FROM}>`), 5000)
})
