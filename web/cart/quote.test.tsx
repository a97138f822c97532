import { waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Visitor } from '../../tests/support/visitor.ts'
import type { ApiCall } from '../platform/api.ts'
import { BROKEN, type Cart, openTwoItems } from './fixtures.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

const total = (cart: Cart) => cart.getByText('Total').nextElementSibling?.textContent
const isBusy = (cart: Cart) => cart.getByText('Total').closest('dl')?.getAttribute('aria-busy')
const more = (cart: Cart) => cart.getByRole('button', { name: 'Increase quantity for First' })

describe('the totals of the cart', () => {
  test('stay and are busy after a change, while the line has its new price, and are fetched right after it', async () => {
    const calls: string[] = []
    const held = Promise.withResolvers<void>()
    let isHeld = false
    const rule = (visitor: Visitor) => (call: ApiCall) => {
      calls.push(`${call.method} ${call.url}`)
      return call.url === '/api/quote' && isHeld
        ? held.promise.then(() => visitor.transport(call))
        : undefined
    }
    const { cart } = await openTwoItems(shop, rule)
    await waitFor(() => expect([total(cart), isBusy(cart)]).toEqual(['$64.99', 'false']))
    isHeld = true
    calls.length = 0
    await userEvent.click(more(cart))
    expect(cart.getByText('$20.00')).toBeDefined()
    expect([total(cart), isBusy(cart)]).toEqual(['$64.99', 'true'])
    await waitFor(() => expect(calls).toContain('POST /api/quote'))
    expect(calls).toEqual([expect.stringMatching(/^PATCH \/api\/cart\/\d+$/), 'POST /api/quote'])
    expect([total(cart), isBusy(cart)]).toEqual(['$64.99', 'true'])
    held.resolve()
    await waitFor(() => expect([total(cart), isBusy(cart)]).toEqual(['$74.99', 'false']))
  })

  test('that can’t be fetched are replaced with a message and another attempt', async () => {
    let isDown = true
    const { cart } = await openTwoItems(shop, () => ({ url }) => {
      return url === '/api/quote' && isDown ? BROKEN : undefined
    })
    await cart.findByText('Not available right now')
    isDown = false
    await userEvent.click(cart.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(total(cart)).toBe('$64.99'))
    isDown = true
    await userEvent.click(more(cart))
    await cart.findByText('Not available right now')
    expect(cart.queryByText('$64.99')).toBeNull()
  })

  test('say how much is missing to the minimum order until the items reach it', async () => {
    const admin = await anAdmin(shop)
    const save = (minimumOrder: string) => admin.call('PATCH /api/admin/settings', { minimumOrder })
    await save('70')
    const { cart } = await openTwoItems(shop)
    const note = await cart.findByText('Minimum order $70.00')
    expect(note.nextElementSibling?.textContent).toBe('$10.00 missing')
    await userEvent.click(more(cart))
    await waitFor(() => expect(cart.queryByText('Minimum order $70.00')).toBeNull())
    await save('0')
  })

  test('are those of the cart on another device, whose items appear, too', async () => {
    const { visitor, cart } = await openTwoItems(shop)
    await waitFor(() => expect(total(cart)).toBe('$64.99'))
    const [first, second] = await visitor.call('GET /api/cart')
    await visitor.call('PATCH /api/cart/:itemId', { itemId: second?.id ?? 0, quantity: 1 })
    // The response to a change of one item is the whole cart.
    await userEvent.click(more(cart))
    await waitFor(() => expect(total(cart)).toBe('$34.99'))
    expect(first?.quantity).toBe(1)
    expect(cart.getByRole('status', { name: 'Quantity of Second' }).textContent).toBe('1')
  })
})
