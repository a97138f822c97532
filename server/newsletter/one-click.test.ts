import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** Returns the headers of the latest email to an address, as the mailbox shows them. */
async function headersOf(email: string): Promise<Record<string, string>> {
  const [message] = await fixtures.emailsTo(shop, email)
  const page = await (await fetch(`${shop.sandboxUrl}/mailbox/${message?.id}`)).text()
  const plain = (html = '') => html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#39;', "'")
  return Object.fromEntries(
    [...page.matchAll(/<dt>([^<]+)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name = '', value]) => [
      name.toLowerCase(),
      plain(value),
    ]),
  )
}

const isSubscribed = async (email: string) =>
  (await shop.shop.db.selectFrom('newsletter_subscribers').select('email').execute()).some(
    (row) => row.email === email,
  )

const MULTIPART = [
  '--edge',
  'Content-Disposition: form-data; name="List-Unsubscribe"',
  '',
  'One-Click',
  '--edge--',
  '',
].join('\r\n')

describe('one-click unsubscribing (RFC 8058)', () => {
  test('is offered in every newsletter email, including the confirmation request', async () => {
    const email = 'named@example.com'
    await shop.visitor().call('POST /api/newsletter', { email })
    const asking = await headersOf(email)
    expect(asking['list-unsubscribe']).toMatch(
      /^<http:\/\/localhost:3000\/newsletter\/unsubscribe\?token=[\w-]{43}>$/,
    )
    expect(asking['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const token = await fixtures.newsletterToken(shop, 'confirm', email)
    await shop.visitor().call('POST /api/newsletter/confirm', { token })
    const welcome = await headersOf(email)
    expect(welcome.subject).toBe('Welcome to the Plinth newsletter')
    expect(welcome['list-unsubscribe']).toBe(asking['list-unsubscribe'])
    expect(welcome['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  })

  test('is offered in no other email', async () => {
    const { user } = await fixtures.aCustomer(shop)
    expect(await headersOf(user.email)).not.toHaveProperty('list-unsubscribe')
  })

  test.each([
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    ['multipart/form-data; boundary=edge', MULTIPART],
  ])(
    'accepts a request with %s from an email program, without cookies and without a redirect',
    async (type, body) => {
      const email = `${type.slice(0, 9)}@example.com`.replace('/', '-')
      await fixtures.aSubscriber(shop, email)
      const address = new URL((await headersOf(email))['list-unsubscribe']?.slice(1, -1) ?? '')
      const post = () =>
        shop.visitor().send({
          method: 'POST',
          url: `${address.pathname}${address.search}`,
          body,
          headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
        })
      const response = await post()
      expect(response.status).toBe(200)
      expect(response.text).toMatch(/^You’re unsubscribed/)
      expect(await isSubscribed(email)).toBe(false)
      expect((await post()).status).toBe(200)
    },
  )

  test('also cancels an unconfirmed request', async () => {
    const email = 'not-me@example.com'
    await shop.visitor().call('POST /api/newsletter', { email })
    const address = (await headersOf(email))['list-unsubscribe']?.slice(1, -1) ?? ''
    await shop.visitor().send({ method: 'POST', url: new URL(address).pathname + new URL(address).search })
    expect(await isSubscribed(email)).toBe(false)
  })

  test('explains that there is no subscription if the token is missing', async () => {
    const response = await shop.visitor().send({ method: 'POST', url: '/newsletter/unsubscribe' })
    expect(response.status).toBe(200)
    expect(response.text).toMatch(/^We couldn’t find a subscription for this link/)
  })
})
