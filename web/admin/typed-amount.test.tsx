import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeEach(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { currency: 'EUR', locale: 'de-DE', shippingRate: '4.90' })
  storeToken(admin.token ?? '')
})

const IMAGE = { url: 'https://pictures.example/pad.jpg', alt: 'A pad', width: null, height: null }
const textIn = (field: HTMLElement) => (field as HTMLInputElement).value

describe('in a shop that writes decimals with a comma', () => {
  test('settings and shipping zones are shown and entered with commas', async () => {
    openPageOf(admin, '/admin?tab=settings')
    expect(textIn(await screen.findByLabelText('Shipping rate'))).toBe('4,90')
    expect(textIn(screen.getByLabelText('Refund limit'))).toBe('500,00')
    const form = within(screen.getByRole('form', { name: 'Places and shipping' }))
    await userEvent.click(form.getByRole('button', { name: 'Set up zones' }))
    expect(textIn(form.getByLabelText('Rate'))).toBe('4,90')
    await userEvent.selectOptions(form.getByLabelText('Rate type'), 'By order value')
    const enter = (label: string, value: string) =>
      fireEvent.change(form.getByLabelText(label), { target: { value } })
    enter('Up to order value', '49,50')
    enter('Rate', '5,5')
    enter('Rate above (optional)', '3,90')
    enter('Free from order value (optional)', '1.100,00')
    await userEvent.click(form.getByRole('button', { name: 'Save places and shipping' }))
    expect(await screen.findByText('Settings saved')).toBeDefined()
    const { zones, shippingRate } = await admin.call('GET /api/admin/settings')
    expect(zones?.[0]?.methods[0]).toMatchObject({
      ...{ rate: '3.90', freeFrom: '1100.00' },
      bands: [{ upTo: '49.50', rate: '5.50' }],
    })
    expect(shippingRate).toBe('4.90')
    expect(await form.findByDisplayValue('5,50')).toBeDefined()
    expect(textIn(form.getByLabelText('Up to order value'))).toBe('49,50')
  })

  test('prices, weights, and ratings of a product are shown and entered with commas', async () => {
    const { id } = await aProduct(shop, {
      priceCents: 1250,
      weight: '1.5',
      weightUnit: 'kg',
      images: [IMAGE],
    })
    openPageOf(admin, `/admin?tab=products&edit=${id}`)
    const form = within(await screen.findByRole('dialog', { name: 'Edit product' }))
    const weight = await form.findByLabelText('Weight')
    expect(textIn(form.getByLabelText('Price'))).toBe('12,50')
    expect(textIn(weight)).toBe('1,5')
    fireEvent.change(weight, { target: { value: '1,234' } })
    fireEvent.change(form.getByLabelText('Price'), { target: { value: '19,9' } })
    fireEvent.change(form.getByLabelText('Rating'), { target: { value: '4,8' } })
    await userEvent.click(form.getByRole('button', { name: 'Save product' }))
    expect(await screen.findByText('Product updated')).toBeDefined()
    expect(await admin.call('GET /api/admin/products/:id', { id })).toMatchObject({
      ...{ price: '19.90', weight: '1.234', rating: '4.8' },
    })
  })
})
