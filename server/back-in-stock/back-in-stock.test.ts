import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalog/api.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { mainOf, submit } from '../../tests/support/forms.ts'
import { variant } from '../../tests/support/platform.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { openSyncTestStore } from '../../tests/support/sync-test-store.ts'
import { sendCsv } from '../catalog/fixtures.ts'
import { cleanUpJob } from '../jobs.ts'
import { turnClock } from '../platform/clock.ts'
import { sha256 } from '../platform/ids.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { releaseReservation, reserve, restockItems } from '../stock/stock.ts'
import { notifyAvailable, notifyAvailableJob } from './back-in-stock.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const ASKED = 'We’ve sent an email to this address. Open the link in it to confirm your request.'
const CONFIRMED = 'Thank you. We’ll email you once when this is back in stock.'
let shop: TestShop
let admin: fixtures.Customer
let made = 0
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})
afterEach(() => turnClock(0))

const anAddress = () => `waiting-${++made}@example.com`
const idOf = ({ variants }: Product, color: string) =>
  variants.find(({ optionValues }) => optionValues[0] === color)?.id ?? 0
/** A mat whose blue variant is sold out. */
async function aMat(facts: Parameters<typeof fixtures.aProductInColors>[2] = {}) {
  const mat = await fixtures.aProductInColors(shop, { Gray: 3, Blue: 0 }, { name: 'Felt Mat', ...facts })
  return { mat, gray: idOf(mat, 'Gray'), blue: idOf(mat, 'Blue') }
}
const ask = (variantId: number, email: string, visitor = shop.visitor()) =>
  visitor.call('POST /api/back-in-stock', { variantId, email })
const confirm = (token: string) => shop.visitor().call('POST /api/back-in-stock/confirm', { token })
const unsubscribe = (token: string) => shop.visitor().call('POST /api/back-in-stock/unsubscribe', { token })
const rows = () => shop.shop.db.selectFrom('back_in_stock_requests').selectAll().execute()
const rowsOf = async (email: string) => (await rows()).filter((row) => row.email.toLowerCase() === email)
const subjects = async (email: string) =>
  (await fixtures.emailsTo(shop, email)).map(({ subject }) => subject).reverse()

async function tokenTo(page: 'confirm' | 'unsubscribe', email: string): Promise<string> {
  const [message] = await fixtures.emailsTo(shop, email)
  const token = new RegExp(`/back-in-stock/${page}\\?token=([\\w-]+)`).exec(message?.text ?? '')?.[1]
  if (!token) throw new Error(`The last email to ${email} has no link to ${page}`)
  return token
}
async function waitFor(variantId: number, email = anAddress()): Promise<string> {
  await ask(variantId, email)
  await confirm(await tokenTo('confirm', email))
  return email
}
const restock = (variantId: number, quantity = 1) =>
  restockItems(shop.shop.db, `order-${++made}`, [{ variantId, quantity }])
async function notify() {
  await enqueue(shop.shop.db, notifyAvailableJob, {})
  await shop.runJobs()
}
const demandOf = ({ id }: Product) => admin.call('GET /api/admin/back-in-stock', { productId: id })
const setScope = (backInStock: 'off' | 'options' | 'all') =>
  admin.call('PATCH /api/admin/settings', { backInStock })

describe('requesting a back-in-stock email', () => {
  test('takes effect only after the confirmation, and stores only a hash of the emailed token', async () => {
    const { blue } = await aMat()
    const email = anAddress()
    expect(await ask(blue, email)).toEqual({ message: ASKED })
    expect(await subjects(email)).toEqual(['Confirm your request for Felt Mat (Blue)'])
    const token = await tokenTo('confirm', email)
    expect(await rowsOf(email)).toMatchObject([{ confirmed_at: null, confirm_hash: sha256(token) }])
    for (const method of ['GET', 'HEAD'])
      await shop.visitor().send({ method, url: `/back-in-stock/confirm?token=${token}` })
    expect(await rowsOf(email), 'opening the page, as scanners do').toMatchObject([{ confirmed_at: null }])
    expect(await confirm(token)).toEqual({ message: CONFIRMED })
    await expect(confirm(token)).rejects.toMatchObject({ status: 400, code: 'link_invalid' })
    expect(await rowsOf(email)).toMatchObject([{ confirmed_at: expect.any(Date), confirm_hash: null }])
  })

  test('needs no confirmation from a customer with this verified email address', async () => {
    const { blue } = await aMat()
    const customer = await fixtures.aVerifiedCustomer(shop)
    const before = await subjects(customer.user.email)
    const { message } = await ask(blue, customer.user.email.toUpperCase(), customer)
    expect(message).toBe(CONFIRMED)
    expect(await subjects(customer.user.email)).toEqual(before)
    expect((await ask(blue, anAddress(), customer)).message, 'another address').toBe(ASKED)
    const unverified = await fixtures.aCustomer(shop)
    expect((await ask(blue, unverified.user.email, unverified)).message).toBe(ASKED)
  })

  test('returns the same response if the address is already waiting, and keeps its place', async () => {
    const { blue } = await aMat()
    const email = await waitFor(blue)
    const [before] = await rowsOf(email)
    expect(await ask(blue, email.toUpperCase())).toEqual({ message: ASKED })
    await confirm(await tokenTo('confirm', email))
    expect(await rowsOf(email)).toEqual([before])
  })

  test('is rejected for a variant in stock, for an unknown or archived one, and for an invalid address', async () => {
    const { mat, gray, blue } = await aMat()
    await expect(ask(gray, anAddress())).rejects.toMatchObject({ status: 409, code: 'in_stock' })
    await expect(ask(999_999, anAddress())).rejects.toMatchObject({ status: 404 })
    await expect(ask(blue, 'nonsense')).rejects.toMatchObject({
      status: 400,
      serverMessage: 'Please enter a valid email address',
    })
    await admin.call('DELETE /api/admin/products/:id', { id: mat.id })
    await expect(ask(blue, anAddress())).rejects.toMatchObject({ status: 404 })
  })

  test('is offered for products without options only if the owner chose all products', async () => {
    const { id } = await fixtures.aProduct(shop, { stockQuantity: 0 })
    const { blue } = await aMat()
    const info = () => shop.visitor().call('GET /api/shop')
    const isOffered = async () => (await shop.visitor().call('GET /api/back-in-stock')).isOffered
    expect(await info()).not.toHaveProperty('backInStock')
    expect(await isOffered()).toBe(true)
    await expect(ask(id, anAddress())).rejects.toMatchObject({ status: 404 })
    await setScope('all')
    expect((await info()).backInStock).toBe('all')
    await ask(id, anAddress())
    await setScope('off')
    expect((await info()).backInStock).toBe('off')
    expect(await isOffered()).toBe(false)
    await expect(ask(blue, anAddress())).rejects.toMatchObject({ status: 404 })
    await setScope('options')
  })

  test('sends at most five emails a day to one address, with the same response', async () => {
    const { blue } = await aMat()
    const email = anAddress()
    for (let round = 0; round < 6; round++) expect(await ask(blue, email)).toEqual({ message: ASKED })
    expect(await subjects(email)).toHaveLength(5)
    await confirm(await tokenTo('confirm', email))
  })

  test.each([
    ['felt@example.com', 'Felt+1@example.com', 'felt+Mats.2@EXAMPLE.com'],
    ['felt.mats@gmail.com', 'feltmats@googlemail.com', 'f.e.l.t.mats+3@gmail.com'],
  ])('counts all spellings of %s as one mailbox', async (...spellings) => {
    const { blue } = await aMat()
    for (let round = 0; round < 3; round++) for (const email of spellings) await ask(blue, email)
    const sent: string[] = []
    for (const email of spellings) sent.push(...(await subjects(email)))
    expect(sent).toHaveLength(5)
  })

  test('counts the names of different mailboxes apart', async () => {
    const { blue } = await aMat()
    for (const email of ['a.mat@example.com', 'amat@example.com', '+mat@example.com', '+desk@example.com']) {
      for (let round = 0; round < 5; round++) await ask(blue, email)
      expect(await subjects(email)).toHaveLength(5)
    }
  })

  test('is limited to ten an hour from one network, and ignores a bot that fills in every field', async () => {
    const { blue } = await aMat()
    const visitor = shop.visitor()
    const email = anAddress()
    const bot = { variantId: blue, email, leaveEmpty: 'my site' }
    expect(await visitor.call('POST /api/back-in-stock', bot)).toEqual({ message: ASKED })
    expect(await subjects(email)).toEqual([])
    for (let round = 0; round < 9; round++) await ask(blue, anAddress(), visitor)
    await expect(ask(blue, anAddress(), visitor)).rejects.toMatchObject({ status: 429 })
  })
})

describe('when a variant is back in stock', () => {
  test('everyone who waits for it gets one email, oldest requests first', async () => {
    const { mat, blue } = await aMat({ slug: 'felt-mat-back' })
    const other = await aMat({ name: 'Wool Mat' })
    const [first, second, elsewhere] = [await waitFor(blue), await waitFor(blue), await waitFor(other.blue)]
    const unconfirmed = anAddress()
    await ask(blue, unconfirmed)
    await notify()
    expect(await subjects(first)).toHaveLength(1)

    await restock(blue)
    await notify()
    await notify()
    for (const email of [first, second])
      expect(await subjects(email)).toEqual([
        'Confirm your request for Felt Mat (Blue)',
        'Felt Mat (Blue) is back in stock',
      ])
    expect(await subjects(elsewhere)).toHaveLength(1)
    expect(await subjects(unconfirmed)).toHaveLength(1)
    const [message] = await fixtures.emailsTo(shop, first)
    expect(message?.text).toContain(`http://localhost:3000/product/felt-mat-back?variant=${blue}`)
    const queued = await shop.shop.db
      .selectFrom('emails')
      .select('recipient')
      .where('subject', '=', 'Felt Mat (Blue) is back in stock')
      .orderBy('id')
      .execute()
    expect(queued.map(({ recipient }) => recipient)).toEqual([first, second])

    await restock(blue, 5)
    await notify()
    expect(await subjects(first), 'the request has ended').toHaveLength(2)
    expect(await demandOf(mat)).toMatchObject([{ waiting: 0, notified: 2 }])
  })

  test.each<[string, (variantId: number, mat: Product) => Promise<unknown>]>([
    [
      'an admin sets the stock',
      (variantId, { id, options }) =>
        admin.call('PUT /api/admin/products/:id/variants', {
          id,
          options,
          variants: [{ optionValues: ['Gray'] }, { id: variantId, optionValues: ['Blue'], stockQuantity: 2 }],
        }),
    ],
    [
      'its stock is no longer counted',
      (variantId, { id, options }) =>
        admin.call('PUT /api/admin/products/:id/variants', {
          id,
          options,
          variants: [
            { optionValues: ['Gray'] },
            { id: variantId, optionValues: ['Blue'], stockQuantity: null },
          ],
        }),
    ],
    ['an order is cancelled or returned', (variantId) => restock(variantId)],
    [
      'a CSV file with its stock is imported',
      (_, { id }) => sendCsv(admin, `id,option1Value,stockQuantity\n${id},Blue,2\n`),
    ],
  ])('an email is sent because %s', async (_, makeAvailable) => {
    const { mat, blue } = await aMat()
    const email = await waitFor(blue)
    await makeAvailable(blue, mat)
    await notify()
    expect((await subjects(email)).at(-1)).toBe('Felt Mat (Blue) is back in stock')
  })

  test('an email is sent because a sync restocks it, but not for another variant of the product', async () => {
    const { store, sync } = await openSyncTestStore(shop)
    const stock = (gray: number, blue: number) => [
      variant('20.00', { values: ['Gray'], inventoryQuantity: gray }),
      variant('20.00', { values: ['Blue'], inventoryQuantity: blue }),
    ]
    const options = [{ name: 'Color', values: ['Gray', 'Blue'] }]
    await store.add({ title: 'Synced Mat', handle: 'synced-mat', options, variants: stock(0, 0) })
    await sync()
    const mat = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'synced-mat' })
    const [first, second] = [await waitFor(idOf(mat, 'Gray')), await waitFor(idOf(mat, 'Blue'))]
    const [gray, blue] = (await store.get('synced-mat')).variants
    await store.change('synced-mat', { variants: [{ ...gray }, { ...blue, inventoryQuantity: 4 }] })
    await sync()
    await notify()
    expect(await subjects(first)).toHaveLength(1)
    expect((await subjects(second)).at(-1)).toBe('Synced Mat (Blue) is back in stock')
  })

  test('does not happen for units that another shopper has reserved, until they are released', async () => {
    const { blue } = await aMat()
    const email = await waitFor(blue)
    await restock(blue)
    await reserve(
      shop.shop.db,
      'order-reserved',
      [{ variantId: blue, quantity: 1 }],
      new Date(Date.now() + HOUR),
    )
    await notify()
    expect(await subjects(email)).toHaveLength(1)
    await releaseReservation(shop.shop.db, 'order-reserved')
    await notify()
    expect(await subjects(email)).toHaveLength(2)
  })

  test('concurrent runs send each email once', async () => {
    const { mat, blue } = await aMat()
    const emails = [await waitFor(blue), await waitFor(blue), await waitFor(blue)]
    await restock(blue)
    await Promise.all([1, 2, 3].map(() => notifyAvailable(shop.shop)))
    for (const email of emails) expect(await subjects(email)).toHaveLength(2)
    expect(await demandOf(mat)).toMatchObject([{ waiting: 0, notified: 3 }])
  })

  test('requests for an archived variant or product end without an email', async () => {
    const one = await aMat()
    const two = await aMat()
    const [email, other] = [await waitFor(one.blue), await waitFor(two.blue)]
    await admin.call('PUT /api/admin/products/:id/variants', {
      id: one.mat.id,
      options: [{ name: 'Color', values: ['Gray'] }],
      variants: [{ optionValues: ['Gray'] }],
    })
    await shop.shop.db
      .updateTable('products')
      .set({ archived_at: new Date() })
      .where('id', '=', two.mat.id)
      .execute()
    await restock(two.blue)
    await notify()
    expect([await rowsOf(email), await rowsOf(other)]).toEqual([[], []])
    expect([await subjects(email), await subjects(other)].flat()).toHaveLength(2)
  })
})

describe('unsubscribing from back-in-stock emails', () => {
  test('ends all requests of the address and deletes its emails', async () => {
    const [one, two] = [await aMat(), await aMat()]
    const email = await waitFor(one.blue)
    await waitFor(two.blue, email)
    await restock(one.blue)
    await notify()
    const token = await tokenTo('unsubscribe', email)
    const page = await shop.visitor().send({ url: `/back-in-stock/unsubscribe?token=${token}` })
    expect(mainOf(page)).toContain('action="/back-in-stock/leave"')
    expect(await rowsOf(email)).toHaveLength(2)
    expect((await unsubscribe(token)).message).toMatch(/^We’ve deleted your email address/)
    const letters = await shop.shop.db.selectFrom('emails').select('recipient').execute()
    expect(JSON.stringify([await rows(), letters])).not.toContain(email)
    expect((await unsubscribe(token)).message).toMatch(/^We couldn’t find a request/)
    await restock(two.blue)
    await notify()
    expect((await subjects(email)).filter((subject) => subject.includes('is back'))).toHaveLength(1)
  })

  test('works with one click in an email program (RFC 8058)', async () => {
    const { blue } = await aMat()
    const email = await waitFor(blue)
    await restock(blue)
    await notify()
    const token = await tokenTo('unsubscribe', email)
    const post = (url: string) =>
      shop.visitor().send({
        method: 'POST',
        url,
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
      })
    expect((await post(`/back-in-stock/unsubscribe?token=${token}`)).text).toMatch(/^We’ve deleted/)
    expect(await rowsOf(email)).toEqual([])
    expect((await post('/back-in-stock/unsubscribe')).text).toMatch(/^We couldn’t find a request/)
  })
})

describe('deleting back-in-stock requests', () => {
  const clean = async () => {
    await enqueue(shop.shop.db, cleanUpJob, {})
    await shop.runJobs()
  }

  test('happens 48 hours after an unconfirmed request, and 30 days after the email', async () => {
    const { blue } = await aMat()
    const [late, sent, waiting] = [anAddress(), await waitFor(blue), anAddress()]
    await ask(blue, late)
    const token = await tokenTo('confirm', late)
    await restock(blue)
    await notify()
    const other = await aMat()
    await waitFor(other.blue, waiting)
    turnClock(48 * HOUR)
    await expect(confirm(token)).rejects.toMatchObject({ code: 'link_invalid' })
    await clean()
    expect(
      [await rowsOf(late), await rowsOf(sent), await rowsOf(waiting)].map(({ length }) => length),
    ).toEqual([0, 1, 1])
    turnClock(30 * DAY)
    await clean()
    const letters = await shop.shop.db.selectFrom('emails').select('recipient').execute()
    expect(JSON.stringify([await rows(), letters])).not.toContain(sent)
    expect(await rowsOf(waiting)).toHaveLength(1)
    turnClock(365 * DAY)
    await clean()
    expect(await rowsOf(waiting)).toEqual([])
  })

  test('happens with the account that has verified the address, whose data export includes the requests', async () => {
    const { mat, blue } = await aMat()
    const customer = await fixtures.aVerifiedCustomer(shop)
    const { email } = customer.user
    await ask(blue, email, customer)
    const stranger = await fixtures.aCustomer(shop)
    await waitFor(blue, stranger.user.email)
    expect((await customer.call('GET /api/auth/my-data')).backInStock).toEqual([
      { email, productId: mat.id, name: 'Felt Mat', variant: 'Blue', requestedAt: expect.any(String) },
    ])
    expect(await stranger.call('GET /api/auth/my-data')).not.toHaveProperty('backInStock')
    for (const one of [customer, stranger])
      await one.call('POST /api/auth/delete-account', { password: one.password })
    expect(await rowsOf(email)).toEqual([])
    expect(await rowsOf(stranger.user.email)).toHaveLength(1)
  })
})

describe('the demand for sold-out variants', () => {
  test('counts waiting shoppers and sent emails per variant, most requested first, and can be searched', async () => {
    const image = { url: 'https://pictures.example/mat.jpg', alt: '', width: null, height: null }
    const { mat, blue } = await aMat({ name: 'Demanded Mat', images: [image] })
    const other = await aMat({ name: 'Less Demanded Mat' })
    for (let round = 0; round < 2; round++) await waitFor(blue)
    await waitFor(other.blue)
    await ask(blue, anAddress())
    const list = (search: string, more = {}) =>
      admin.call('GET /api/admin/back-in-stock', { search, ...more })
    expect(await list('demanded')).toMatchObject([
      {
        id: blue,
        productId: mat.id,
        productName: 'Demanded Mat',
        variantTitle: 'Blue',
        sku: null,
        image: image.url,
        waiting: 2,
        waitingSince: expect.any(String),
        notified: 0,
        notifiedAt: null,
      },
      { id: other.blue, waiting: 1 },
    ])
    await restock(blue)
    await notify()
    expect(await list('demanded')).toMatchObject([
      { id: other.blue, waiting: 1, notified: 0 },
      { id: blue, waiting: 0, waitingSince: null, notified: 2, notifiedAt: expect.any(String) },
    ])
    expect(await list('', { productId: mat.id })).toMatchObject([{ id: blue }])
    expect(await list('100%')).toEqual([])
    const page = await admin.callPaged('GET /api/admin/back-in-stock', {
      search: 'demanded',
      pageSize: 1,
      page: 2,
    })
    expect(page).toMatchObject({ total: 2, items: [{ id: blue }] })
  })

  test('can be deleted by an admin, which is recorded in the audit log', async () => {
    const { blue } = await aMat()
    const email = await waitFor(blue)
    expect(await admin.call('DELETE /api/admin/back-in-stock/:variantId', { variantId: blue })).toEqual({
      deleted: 1,
    })
    expect(await rowsOf(email)).toEqual([])
    const [entry] = await admin.call('GET /api/admin/audit', { action: 'back-in-stock.deleted' })
    expect(entry).toMatchObject({ actor: 'admin', subjectId: String(blue), before: { requests: 1 } })
    await expect(
      admin.call('DELETE /api/admin/back-in-stock/:variantId', { variantId: blue }),
    ).rejects.toMatchObject({ status: 404 })
  })
})

describe('back-in-stock forms without JavaScript', () => {
  test('request the email from a link on the product page, confirm it, and unsubscribe', async () => {
    const { mat, blue } = await aMat({ slug: 'plain-mat' })
    const [visitor, email] = [shop.visitor(), anAddress()]
    const page = await visitor.send({ url: `/product/plain-mat?variant=${blue}` })
    const address = `/back-in-stock?product=${mat.slug}&amp;variant=${blue}`
    expect(mainOf(page)).toContain(`href="${address}"`)
    const form = mainOf(await visitor.send({ url: address.replace('&amp;', '&') }))
    expect(form).toContain('action="/back-in-stock"')
    expect(form).toContain(`name="variantId" value="${blue}"`)
    expect(form).toContain('Felt Mat (Blue)')
    const asked = await submit(visitor, '/back-in-stock', { variantId: String(blue), email, leaveEmpty: '' })
    expect(asked.main).toContain(ASKED)
    const token = await tokenTo('confirm', email)
    expect((await submit(visitor, '/back-in-stock/confirm', { token })).main).toContain(CONFIRMED)
    await restock(blue)
    await notify()
    const leaving = await tokenTo('unsubscribe', email)
    expect((await submit(visitor, '/back-in-stock/leave', { token: leaving })).main).toContain(
      'We’ve deleted your email address',
    )
    const late = await submit(visitor, '/back-in-stock', { variantId: String(blue), email })
    expect(late.main).toContain('This product is in stock.')
  })

  test('are missing on the pages of products in stock, and of products without options', async () => {
    const { gray } = await aMat({ slug: 'in-stock-mat' })
    await fixtures.aProduct(shop, { slug: 'sold-out-box', stockQuantity: 0 })
    for (const url of [`/product/in-stock-mat?variant=${gray}`, '/product/sold-out-box'])
      expect((await shop.visitor().send({ url })).text).not.toContain('/back-in-stock')
  })
})
