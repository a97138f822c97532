import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_TAXES } from '#contract/settings/taxes.ts'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { aPaidOrder, checkOut, checkOutWith, checkoutInput } from '../../tests/support/purchase.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { ABROAD, SHIPPING } from '../../tests/support/shopper-details.ts'
import { taxRow } from '../../tests/support/taxes.ts'

let shop: TestShop
let admin: Customer
let lamp: { id: number }
beforeAll(async () => {
  shop = await openTestShop({ webhooks: true })
  admin = await anAdmin(shop)
  lamp = await aProduct(shop, { priceCents: 11_900 })
})
afterEach(async () => {
  await shop.shop.db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
})

const save = (fields: object) => admin.call('PATCH /api/admin/settings', fields)
const info = () => shop.visitor().call('GET /api/shop')
const order = (orderId: string) => admin.call('GET /api/admin/orders/:orderId', { orderId })
const WIEN = {
  firstName: 'Kari',
  lastName: 'Nordmann',
  phone: '+43 1 234567890',
  state: '',
  country: 'AT',
  ...ABROAD.AT.place,
}

describe('the fields of the checkout', () => {
  test('are those of the specification in a fresh install, which says nothing about them', async () => {
    expect(await info()).not.toHaveProperty('checkoutFields')
    await save({ companyField: 'optional' })
    expect(await info()).toMatchObject({
      checkoutFields: { phone: 'required', company: 'optional', vatNumber: 'optional' },
    })
  })

  test('reject an address with all messages at once, as the specification has them', async () => {
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const shippingInfo = { firstName: '', lastName: '', email: '', phone: '', address: '', country: 'US' }
    const input = { ...(await checkoutInput(visitor)), shippingInfo }
    await expect(visitor.call('POST /api/create-payment-intent', input)).rejects.toMatchObject({
      status: 400,
      serverMessage: 'First name must be at least 2 characters',
      errors: expect.arrayContaining([
        { path: 'shippingInfo.phone', message: 'Please enter a valid phone number' },
        { path: 'shippingInfo.city', message: 'City must be at least 2 characters' },
      ]),
    })
  })

  test('can only be off, optional, or required', async () => {
    await expect(save({ phoneField: 'maybe' })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'phoneField', message: 'Choose off, optional, or required' }],
    })
  })
})

describe('the phone number', () => {
  test('may be missing if it is optional, but not wrong', async () => {
    await save({ phoneField: 'optional' })
    await expect(checkOutWith(shop.visitor(), [lamp], { phone: '555' })).rejects.toMatchObject({
      serverMessage: 'Please enter a valid phone number',
    })
    const { orderId } = await aPaidOrder(shop, shop.visitor(), [lamp], { phone: '' })
    expect(await order(orderId)).toMatchObject({ contactPhone: '' })
  })

  test('is ignored if it is off', async () => {
    await save({ phoneField: 'off' })
    const { orderId } = await checkOutWith(shop.visitor(), [lamp], { phone: '+1 555 010 7788' })
    expect(await order(orderId)).toMatchObject({ contactPhone: '' })
  })
})

describe('the company', () => {
  const company = '  Lovelace & Babbage Ltd  '

  test('is ignored while it is off', async () => {
    const { orderId } = await checkOutWith(shop.visitor(), [lamp], { company })
    expect((await order(orderId)).shippingAddress).not.toHaveProperty('company')
  })

  test('is a line of both addresses, in the search, the export, and the next form', async () => {
    await save({ companyField: 'optional' })
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const { email: _, phone: __, ...billingInfo } = { ...SHIPPING, company: 'Babbage Inc.' }
    const input = { ...(await checkoutInput(visitor, { company })), billingInfo }
    const { orderId } = await visitor.call('POST /api/create-payment-intent', input)
    const { shippingAddress, billingAddress } = await order(orderId)
    expect([shippingAddress.company, billingAddress?.company]).toEqual([
      'Lovelace & Babbage Ltd',
      'Babbage Inc.',
    ])
    const { shippingInfo } = await visitor.call('GET /api/checkout')
    expect(shippingInfo.company).toBe('Lovelace & Babbage Ltd')
    const listed = await admin.call('GET /api/admin/orders', { search: 'lovelace & b' })
    expect(listed.map(({ id }) => id)).toEqual([orderId])
    const csv = await admin.callForText('GET /api/admin/orders/export', { search: orderId })
    expect(csv).toContain('Lovelace & Babbage Ltd')
  })

  test('makes another order of a repeated checkout that changes it', async () => {
    await save({ companyField: 'optional' })
    const visitor = shop.visitor()
    const { orderId } = await checkOutWith(visitor, [lamp], { company })
    expect((await checkOut(visitor, { company: 'Engines Ltd' })).orderId).toBe(orderId)
    expect((await order(orderId)).shippingAddress.company).toBe('Engines Ltd')
  })

  test('has the place that its country gives it, in emails, too', async () => {
    const zones = [{ name: 'EU', countries: ['AT'], methods: [{ kind: 'flat', name: 'Mail', rate: '4.90' }] }]
    await save({ companyField: 'required', zones })
    const { orderId } = await checkOutWith(shop.visitor(), [lamp], { ...WIEN, company })
    expect((await order(orderId)).shippingAddress.formatted?.slice(0, 3)).toEqual([
      'Lovelace & Babbage Ltd',
      'Kari Nordmann',
      'Stephansplatz 1',
    ])
  })

  test('is required with its message, even if a client doesn’t know it', async () => {
    await save({ companyField: 'required' })
    await expect(checkOutWith(shop.visitor(), [lamp])).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'shippingInfo.company', message: 'Company is required' }],
    })
  })
})

describe('the VAT number', () => {
  const shopInGermany = (vatNumberField: string) =>
    save({
      vatNumberField,
      zones: [
        { name: 'EU', countries: ['DE', 'AT'], methods: [{ kind: 'flat', name: 'Mail', rate: '4.90' }] },
      ],
      taxes: {
        ...NO_TAXES,
        mode: 'table',
        home: 'DE',
        rows: [taxRow('DE', 190_000), taxRow('AT', 200_000)],
      },
    })
  const { address, city, zipCode } = ABROAD.DE.place
  const berlin = { ...WIEN, address, city, zipCode, phone: '+49 30 123456', country: 'DE' }

  test('is neither requested nor checked if it is off', async () => {
    await shopInGermany('off')
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const { asksVatNumber } = await visitor.call('POST /api/quote', { place: { country: 'AT' } })
    expect(asksVatNumber).toBe(false)
    const input = { ...(await checkoutInput(visitor, WIEN)), vatId: 'FR40303265045' }
    const { orderId } = await visitor.call('POST /api/create-payment-intent', input)
    expect((await order(orderId)).vatNumber).toBeNull()
    await expect(
      visitor.call('POST /api/checkout/vat-number', { vatId: 'FR40303265045' }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('is required where it decides who owes the VAT, and nowhere else', async () => {
    await shopInGermany('required')
    await expect(checkOutWith(shop.visitor(), [lamp], WIEN)).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'vatId', message: 'Enter the VAT number of your business' }],
    })
    expect(await checkOutWith(shop.visitor(), [lamp], berlin)).toHaveProperty('orderId')
    const visitor = shop.visitor()
    await visitor.call('POST /api/cart', { productId: lamp.id, quantity: 1 })
    const place = { country: 'AT', state: '', zipCode: '1010', city: WIEN.city, address: WIEN.address }
    const vatNumber = 'FR40303265045'
    const { amounts } = await visitor.call('POST /api/quote', { place, vatNumber })
    const input = { ...(await checkoutInput(visitor, WIEN)), amount: amounts.total, vatId: vatNumber }
    const { orderId } = await visitor.call('POST /api/create-payment-intent', input)
    expect((await order(orderId)).vatNumber?.id).toBe(vatNumber)
  })
})
