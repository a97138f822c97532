import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NO_BRAND } from '#contract/looks/brand.ts'
import { INSTALLED_HOME } from '#contract/looks/home.ts'
import { NO_BUSINESS } from '#contract/settings/business.ts'
import { SETTINGS_MESSAGES } from '#contract/settings/rules.ts'
import { NO_TAXES, TAX_MESSAGES } from '#contract/settings/taxes.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { checkOutWith } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { taxRow } from '../../tests/support/taxes.ts'
import { now, turnClock } from '../platform/clock.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})
afterEach(async () => {
  const { db } = shop.shop
  await db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
  await db.deleteFrom('audit_log').execute()
})

const settings = () => admin.call('GET /api/admin/settings')
const change = (input: object) => admin.call('PATCH /api/admin/settings', input)
const info = () => shop.visitor().call('GET /api/shop')

describe('the settings of a fresh install', () => {
  test('match the specification', async () => {
    expect(await settings()).toEqual({
      shopName: 'Plinth',
      supportEmail: '',
      shippingRate: '4.99',
      pageSize: 6,
      holdMinutes: 30,
      minimumOrder: '0.00',
      orderButton: 'payment',
      guestCheckout: true,
      orderPrefix: 'PL',
      returnDays: 30,
      returnAddress: '',
      phoneField: 'required',
      companyField: 'off',
      vatNumberField: 'optional',
      emailTexts: {},
      lowStockThreshold: 5,
      pushStock: false,
      synonyms: 'mousepad, mouse pad = desk mat',
      backInStock: 'options',
      refundProofAbove: '500.00',
      staffNeedSecondFactor: false,
      reviewsFromBuyersOnly: false,
      holdSuspiciousReviews: true,
      business: NO_BUSINESS,
      taxes: NO_TAXES,
      zones: null,
      currency: 'USD',
      isCurrencyFixed: false,
      locale: 'en-US',
      timeZone: 'UTC',
      weightUnits: 'entered',
      brand: NO_BRAND,
      home: INSTALLED_HOME,
      menus: null,
      version: 1,
      senderEmail: 'hello@plinth.example',
      senderName: '',
      replyAddress: '',
    })
    expect((await info()).expressCheckoutKey).toBeNull()
    expect(await info()).not.toHaveProperty('weightUnits')
  })
})

describe('a change to the settings', () => {
  test.each(['mousepad', 'mousepad = ', '= desk mat', 'a = b = c', 'mat = desk\nmousepad: mat'])(
    'to synonyms that can’t be read is rejected with the line: %j',
    async (synonyms) => {
      const message = `Write ‘${synonyms.split('\n').at(-1)?.trim()}’ as ‘mousepad = desk mat’`
      await expect(change({ synonyms })).rejects.toMatchObject({ status: 400, errors: [{ message }] })
    },
  )

  test('to the name and the support email address appears on every page from the next request on', async () => {
    await change({ shopName: '  Desk & Co  ', supportEmail: 'help@desk.example' })
    expect(await info()).toMatchObject({ name: 'Desk & Co', supportEmail: 'help@desk.example' })
    const { text } = await shop.visitor().send({ url: '/contact' })
    expect(text).toContain('<title>Contact Us – Desk &amp; Co</title>')
    expect(text).toMatch(/© 2025 (<!-- -->)?Desk &amp; Co/)
    expect(text).not.toContain('>Plinth<')
    await change({ supportEmail: '' })
    expect(await info()).toMatchObject({ name: 'Desk & Co', supportEmail: 'hello@plinth.example' })
  })

  test('to the page size applies to the home page', async () => {
    await change({ pageSize: '4' })
    expect(await info()).toMatchObject({ pageSize: 4 })
    expect(await shop.visitor().call('GET /api/products', { page: 1 })).toHaveLength(4)
  })

  test('to the shipping rate applies to carts and to products without their own rate', async () => {
    const { shippingCost } = await change({ shippingRate: 7.5 }).then(() => fixtures.aProduct(shop))
    expect(shippingCost).toBe('7.50')
    const visitor = shop.visitor()
    const [product] = await visitor.call('GET /api/products')
    await visitor.call('POST /api/cart', { productId: product?.id ?? 0, quantity: 1 })
    const [line] = await visitor.call('GET /api/cart')
    expect(line?.product.shippingCost).toBe('7.50')
    expect(await info()).toMatchObject({ shippingRate: '7.50' })
  })

  test('to the hold time applies to the next order’s reservation', async () => {
    await change({ holdMinutes: 5 })
    const { orderId } = await checkOutWith(shop.visitor(), [
      await fixtures.aProduct(shop, { stockQuantity: 3 }),
    ])
    const { expires_at } = await shop.shop.db
      .selectFrom('reservations')
      .select('expires_at')
      .where('order_key', '=', orderId)
      .executeTakeFirstOrThrow()
    const minutes = (expires_at.getTime() - now().getTime()) / 60_000
    expect(minutes).toBeGreaterThan(0)
    expect(minutes).toBeLessThanOrEqual(5)
  })

  test('is in the audit log, with only the fields that differ', async () => {
    await change({ shopName: 'Plinth', shippingRate: '5.00', lowStockThreshold: 2 })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    expect(entry).toMatchObject({
      actor: 'admin',
      action: 'settings.changed',
      subjectId: 'shop',
      before: { shippingRate: '4.99', lowStockThreshold: 5, version: 1 },
      after: { shippingRate: '5.00', lowStockThreshold: 2, version: 2 },
    })
  })

  test('without a difference is ignored, with no audit log entry and no new version', async () => {
    expect(await change({ pageSize: 6, version: 1 })).toMatchObject({ version: 1 })
    expect(await admin.call('GET /api/admin/audit', { kind: 'settings' })).toEqual([])
  })

  test('by a second admin with an older version is rejected, and the error names who changed which field', async () => {
    await change({ pageSize: 12, version: 1 })
    await expect(change({ pageSize: 9, version: 1 })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      serverMessage: 'admin changed the settings in the meantime: pageSize. Review it and save again.',
      errors: [{ path: 'pageSize', message: 'Now 12' }],
    })
    expect(await settings()).toMatchObject({ pageSize: 12, version: 2 })
    expect(await change({ pageSize: 9, version: 2 })).toMatchObject({ pageSize: 9, version: 3 })
  })
})

describe('the tax settings', () => {
  const none = NO_TAXES
  const vat = taxRow('AT', 200_000)
  const next = { ppm: 200_000, from: '2026-01-01' }

  test('are shared with pages, logged, and can be undone', async () => {
    const { taxes } = await change({
      taxes: {
        ...none,
        mode: 'table',
        pricesIncludeTax: true,
        rows: [
          { country: 'AT', region: '', name: ' VAT ', rates: { standard: { ppm: 200_000 }, reduced: null } },
        ],
      },
    })
    expect(taxes).toMatchObject({ mode: 'table', rows: [vat] })
    expect((await info()).taxes).toEqual({ pricesIncludeTax: true, name: 'VAT', chargesShipping: true })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect((await settings()).taxes).toEqual(none)
    expect(await info()).not.toHaveProperty('taxes')
  })

  test.each([
    ['UK', null, 'GB', null],
    ['EL', null, 'GR', null],
    ['Germany', null, 'DE', null],
    ['us', 'Texas', 'US', 'TX'],
    ['CA', 'ont.', 'CA', 'ON'],
    ['CA', 'Québec', 'CA', 'QC'],
    ['ES', 'Las Palmas', 'ES', 'GC'],
    ['PR', null, 'US', 'PR'],
  ])('resolve %s and %s to the codes of an address', async (country, region, code, regionCode) => {
    const { taxes } = await change({
      taxes: { ...none, mode: 'table', home: 'EL', rows: [taxRow(country, 100_000, { region })] },
    })
    expect(taxes).toMatchObject({ home: 'GR', rows: [{ country: code, region: regionCode }] })
  })

  test.each([
    ['no row', { rows: [] }, 'rows', TAX_MESSAGES.noRows],
    ['a country that doesn’t exist', { rows: [taxRow('ZZ', 1)] }, 'rows.0.country', TAX_MESSAGES.country],
    ['no country', { rows: [taxRow(' ', 1)] }, 'rows.0.country', TAX_MESSAGES.country],
    [
      'a region that doesn’t exist',
      { rows: [taxRow('US', 1, { region: 'XX' })] },
      'rows.0.region',
      TAX_MESSAGES.region,
    ],
    [
      'a region that addresses don’t have',
      { rows: [taxRow('DE', 1, { region: 'Bayern' })] },
      'rows.0.region',
      TAX_MESSAGES.noRegions,
    ],
    ['a home that doesn’t exist', { rows: [vat], home: 'XX' }, 'home', TAX_MESSAGES.country],
    [
      'a rate above 100%',
      { rows: [taxRow('AT', 1_000_001)] },
      'rows.0.rates.standard.ppm',
      TAX_MESSAGES.rate,
    ],
    ['no name', { rows: [{ ...vat, name: ' ' }] }, 'rows.0.name', TAX_MESSAGES.name],
    [
      'another class',
      { rows: [taxRow('AT', 1, { classes: { x: 1 } })] },
      'rows.0.rates.x',
      TAX_MESSAGES.unknownClass,
    ],
    [
      'a rate for products that are never taxed',
      { rows: [taxRow('AT', 1, { classes: { zero: 1 } })] },
      'rows.0.rates.zero',
      TAX_MESSAGES.zeroClass,
    ],
    [
      'a reduced rate without a standard one',
      { rows: [{ ...vat, rates: { reduced: { ppm: 1, next: null } } }] },
      'rows.0.rates.standard',
      TAX_MESSAGES.noStandard,
    ],
    [
      'two rates of a country with different names',
      { rows: [vat, taxRow('AT', 190_000, { name: 'VAT 19%', next })] },
      'rows.1.country',
      TAX_MESSAGES.twice,
    ],
    [
      'two spellings of a country',
      { rows: [taxRow('GB', 1), taxRow('UK', 2)] },
      'rows.1.country',
      TAX_MESSAGES.twice,
    ],
    [
      'two spellings of a region',
      { rows: [taxRow('US', 1, { region: 'TX' }), taxRow('US', 2, { region: 'Texas' })] },
      'rows.1.region',
      TAX_MESSAGES.twice,
    ],
    [
      'a region added to a country without a row',
      { rows: [taxRow('CA', 1, { region: 'BC', addsToCountry: true })] },
      'rows.0.addsToCountry',
      TAX_MESSAGES.noCountryRow,
    ],
    [
      'a country added to itself',
      { rows: [taxRow('CA', 1, { addsToCountry: true })] },
      'rows.0.addsToCountry',
      TAX_MESSAGES.onlyRegionsAdd,
    ],
    [
      'a date that never comes',
      { rows: [taxRow('AT', 1, { next: { ppm: 2, from: '2026-02-30' } })] },
      'rows.0.rates.standard.next.from',
      TAX_MESSAGES.from,
    ],
    ['the rate of no country', { rows: [vat], oss: 'home' }, 'home', TAX_MESSAGES.home],
    ['a class twice', { rows: [vat], classes: ['zero'] }, 'classes', TAX_MESSAGES.classTwice],
  ])('with %s are rejected with a message', async (_what, wrong, path, message) => {
    const { status, json } = await admin.send({
      method: 'PATCH',
      url: '/api/admin/settings',
      body: { taxes: { ...none, mode: 'table', ...wrong } },
    })
    expect([status, json()]).toMatchObject([400, { errors: [{ path: `taxes.${path}`, message }] }])
  })

  test('apply from the day a rate begins', async () => {
    const from = new Date(now().getTime() + 86_400_000).toISOString().slice(0, 10)
    await change({
      taxes: { ...none, mode: 'table', rows: [taxRow('US', 200_000, { next: { ppm: 210_000, from } })] },
    })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: (await fixtures.aProduct(shop)).id, quantity: 1 })
    const current = async () => {
      const { taxes } = await visitor.call('POST /api/quote', { place: { country: 'US' } })
      return taxes[0]?.rate
    }
    expect(await current()).toBe('20%')
    turnClock(86_400_000)
    onTestFinished(() => turnClock(0))
    expect(await current()).toBe('21%')
  })
})

test('a settings version that the database can’t store is rejected', async () => {
  await expect(change({ pageSize: 9, version: 2_147_483_648 })).rejects.toMatchObject({ status: 400 })
})

describe('an invalid setting is rejected with a message for its field, and nothing changes', () => {
  test.each([
    ['shopName', ' ', 'Shop name is required'],
    ['shopName', 'x'.repeat(61), 'Shop name must be at most 60 characters'],
    ['shopName', 'Two\nlines', 'Shop name must be a single line of text'],
    ['supportEmail', 'nobody', 'Please enter a valid email address'],
    ['replyAddress', 'no-address', 'Please enter a valid email address'],
    ['senderName', 'Desk\n& Co', SETTINGS_MESSAGES.senderName],
    ['shippingRate', '', 'Shipping rate is required'],
    ['shippingRate', 'free', 'Must be an amount such as 49.99'],
    ['shippingRate', '-1', 'Must be an amount such as 49.99'],
    ['shippingRate', '1000.00', 'Shipping rate must be at most $999.99'],
    ['pageSize', 0, 'Page size must be a whole number from 1 to 100'],
    ['pageSize', '101', 'Page size must be a whole number from 1 to 100'],
    ['holdMinutes', 'long', 'Hold time must be a whole number of minutes from 1 to 1440'],
    ['holdMinutes', 1441, 'Hold time must be a whole number of minutes from 1 to 1440'],
    ['lowStockThreshold', -1, 'Low-stock threshold must be a whole number from 0 to 10000'],
    ['refundProofAbove', '', 'Refund limit is required'],
    ['refundProofAbove', '100000.00', 'Refund limit must be at most $99,999.99'],
    ['lowStockThreshold', 1.5, 'Low-stock threshold must be a whole number from 0 to 10000'],
  ])('%s: %j', async (path, value, message) => {
    await expect(change({ [path]: value, pageSize: path === 'pageSize' ? value : 9 })).rejects.toMatchObject({
      status: 400,
      errors: [{ path, message }],
    })
    expect(await settings()).toMatchObject({ pageSize: 6, version: 1 })
  })
})

describe('the business', () => {
  const business = () => shop.visitor().call('GET /api/business')
  const vienna = {
    ...NO_BUSINESS,
    legalName: 'Lindqvist GmbH',
    address: 'Stephansplatz 1',
    city: 'Wien',
    zipCode: '1010',
    country: 'AT',
    phone: '+43 1 5550107',
    vatId: 'ATU12345675',
  }

  test('appears to shoppers once its owner has entered it, written by its country’s conventions', async () => {
    expect(await business()).toEqual([])
    await change({ business: { ...vienna, state: 'ignored' } })
    expect((await settings()).business).toEqual(vienna)
    expect(await business()).toEqual([
      ...['Lindqvist GmbH', 'Stephansplatz 1', '1010 Wien', 'Austria'],
      ...['+43 1 5550107', 'VAT ID: ATU12345675'],
    ])
  })

  test.each([
    ['zipCode', { zipCode: '78701' }, 'Please enter a postal code such as 1010'],
    ['city', { city: '' }, 'City is required'],
    ['country', { country: 'GB' }, 'Please select a country'],
    ['vatId', { vatId: 'X'.repeat(31) }, 'At most 30 characters'],
    ['vatId', { vatId: '12345' }, 'Enter a valid VAT ID, such as DE136695976'],
    ['vatId', { country: 'US', vatId: 'DE12345' }, 'Enter a valid VAT ID, such as DE136695976'],
    ['vatId', { country: 'US', vatId: 'GB123' }, 'Enter a valid VAT ID, such as DE136695976'],
    ['legalName', { legalName: 'Lindqvist\nGmbH' }, 'Must be a single line of text'],
  ])('is rejected with an invalid %s', async (field, changes, message) => {
    await expect(change({ business: { ...vienna, ...changes } })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: `business.${field}`, message }],
    })
  })

  test.each([
    ['GR', 'GR094259216'],
    ['UK', 'GB110305878'],
    ['UK', 'XI110305878'],
    ['US', '12-3456789'],
    ['CH', 'CHE-107.787.577 TVA'],
  ])('in %s can have the VAT ID %s', async (country, vatId) => {
    await change({ business: { ...NO_BUSINESS, country, vatId } })
    expect((await settings()).business).toMatchObject({ vatId })
  })

  test('needs no address', async () => {
    await change({ business: { ...NO_BUSINESS, legalName: 'Lindqvist GmbH' } })
    expect(await business()).toEqual(['Lindqvist GmbH'])
  })
})
