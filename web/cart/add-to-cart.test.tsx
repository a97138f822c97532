import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { aCustomer, anAdmin, aProduct, aProductInColors } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { storeToken } from '../platform/auth-token.ts'
import {
  apiResponse,
  BROKEN,
  cardButton,
  LAMP,
  MALFORMED,
  measureUntilDrawn,
  NOT_A_LIST,
  onCall,
  openAs,
  panel,
  productCard,
  type Rule,
  toastNow,
} from './fixtures.ts'

const ADD = 'POST /api/cart'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

/** The first button on a product page. The related products below have buttons as well. */
const productButton = () => screen.getAllByRole('button', { name: 'Add to Cart' })[0] as HTMLElement
const addFromCard = async (rule: Rule) => {
  openAs(shop.visitor(), '/', rule)
  await userEvent.click(await cardButton())
}
const toastIs = (toast: ReturnType<typeof toastNow>) => waitFor(() => expect(toastNow()).toEqual(toast))

describe("'Add to Cart' on a product card (spec section 4)", () => {
  test('is busy for one second, adds one unit in that time, shows the cart from the response, and keeps the focus, so the cart can return it', async () => {
    const visitor = shop.visitor()
    openAs(visitor, '/')
    const button = await cardButton()
    const busy = measureUntilDrawn(() => button.getAttribute('aria-busy') === 'true')
    fireEvent.click(button)
    fireEvent.click(button)
    const cart = await panel(1)
    expect(cart.getByRole('heading', { name: LAMP })).toBeDefined()
    await toastIs({
      title: 'Item added to cart',
      description: 'Your item has been added to the cart.',
      duration: 2000,
      isDestructive: false,
    })
    expect(button).toHaveProperty('disabled', false)
    expect(await busy).toBeGreaterThan(800)
    expect((await visitor.call('GET /api/cart')).map(({ quantity }) => quantity)).toEqual([1])
  })

  test('adds the color chosen on the card, which shows its image and price', async () => {
    const { id, variants } = await aProductInColors(shop, { Gray: 3, Blue: 2, Red: 0 }, { name: 'Color Box' })
    const blue = variants[1]
    await (await anAdmin(shop)).call('PUT /api/admin/products/:id/variants', {
      id,
      options: [{ name: 'Color', values: ['Gray', 'Blue', 'Red'] }],
      variants: [
        { optionValues: ['Gray'] },
        { optionValues: ['Blue'], price: '61.00' },
        { optionValues: ['Red'] },
      ],
    })
    const visitor = shop.visitor()
    const calls: string[] = []
    openAs(visitor, '/?search=Color+Box', ({ method, url }) => void calls.push(`${method} ${url}`))
    const card = await productCard('Color Box')
    const colors = within(await card.findByRole('group', { name: /^Color of / }))
    expect(colors.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
      'Gray',
      'Blue',
      'Red, sold out',
    ])
    expect(colors.getByRole('radio', { name: 'Gray' })).toHaveProperty('checked', true)
    const before = calls.length
    await userEvent.click(colors.getByRole('radio', { name: 'Red, sold out' }))
    expect(card.getByText('Sold out')).toBeDefined()
    expect(card.getByRole('button', { name: 'Add to Cart' })).toHaveProperty('disabled', true)
    await userEvent.click(colors.getByRole('radio', { name: 'Blue' }))
    expect(card.getByText('$61.00')).toBeDefined()
    expect(card.getByRole('link').getAttribute('href')).toContain(`?variant=${blue?.id}`)
    expect(calls.slice(before).filter((call) => !call.includes('/api/products/'))).toEqual([])
    await userEvent.click(card.getByRole('button', { name: 'Add to Cart' }))
    await panel(1)
    expect(await visitor.call('GET /api/cart')).toMatchObject([{ variant: { id: blue?.id, title: 'Blue' } }])
  })

  test('is a link to the product page for other options', async () => {
    const { id } = await aProductInColors(shop, { Gray: 3 }, { name: 'Sized Box' })
    await (await anAdmin(shop)).call('PUT /api/admin/products/:id/variants', {
      id,
      options: [
        { name: 'Color', values: ['Gray'] },
        { name: 'Size', values: ['S', 'L'] },
      ],
      variants: ['S', 'L'].map((size) => ({ optionValues: ['Gray', size], stockQuantity: 1 })),
    })
    openAs(shop.visitor(), '/?search=Sized+Box')
    const card = await productCard('Sized Box')
    expect(card.getByRole('link', { name: 'Choose options' })).toBeDefined()
    expect(await card.findByRole('list', { name: 'Colors' })).toBeDefined()
  })

  test('is disabled for a product that is out of stock', async () => {
    const out = await aProduct(shop, { name: 'Sold Out Box', slug: 'sold-out-box', stockQuantity: 0 })
    openAs(shop.visitor(), `/?search=${encodeURIComponent(out.name)}`)
    const all = within(await screen.findByRole('region', { name: 'All Products' }))
    const card = (await all.findByRole('heading', { name: out.name })).closest('article') as HTMLElement
    expect(within(card).getByRole('button', { name: 'Add to Cart' })).toHaveProperty('disabled', true)
  })
})

describe('adding to the cart (spec section 8)', () => {
  test("shows 'Item added to cart', but that the view isn't refreshed, if the response isn't a list", async () => {
    await addFromCard(onCall(ADD, NOT_A_LIST))
    await toastIs({
      title: 'Item added to cart',
      description: "Your item has been added to the cart, but we couldn't refresh the cart view.",
      duration: 2000,
      isDestructive: false,
    })
    expect(await panel()).toBeDefined()
  })

  test("shows 'Item likely added' for 3 seconds if the response isn't JSON", async () => {
    await addFromCard(onCall(ADD, MALFORMED))
    await toastIs({
      title: 'Item likely added',
      description: "Item may have been added, but we couldn't confirm. Please check your cart.",
      duration: 3000,
      isDestructive: false,
    })
    expect(await panel()).toBeDefined()
  })

  test("shows a destructive 'Failed to add item' on an error, throws 'Server returned {status}: {statusText}', and keeps the cart closed", async () => {
    const { queryClient } = openAs(shop.visitor(), '/', onCall(ADD, apiResponse('{}', 502, 'Bad Gateway')))
    await userEvent.click(await cardButton())
    await toastIs({
      title: 'Failed to add item',
      description: 'There was an error adding the item to your cart. Please try again.',
      duration: 5000,
      isDestructive: true,
    })
    const [mutation] = queryClient.getMutationCache().findAll({ status: 'error' })
    expect(mutation?.state.error?.message).toBe('Server returned 502: Bad Gateway')
    expect(screen.queryByRole('dialog', { name: /^Your Cart/ })).toBeNull()
  })

  test('shows that a product has sold out since the page loaded', async () => {
    const last = await aProduct(shop, { name: 'Last Tray', slug: 'last-tray', stockQuantity: 1 })
    openAs(shop.visitor(), '/product/last-tray')
    await screen.findByRole('heading', { name: last.name })
    await shop.shop.db.updateTable('variants').set({ in_stock: false }).where('id', '=', last.id).execute()
    await userEvent.click(productButton())
    await waitFor(() => expect(productButton()).toHaveProperty('disabled', true))
    expect(toastNow()?.title).toBe('Failed to add item')
  })
})

describe('the product page (spec section 2)', () => {
  test("adds product and quantity once on a double click, then shows 'Added to Cart' for one second, but not after a failure", async () => {
    const visitor = shop.visitor()
    let isBroken = true
    openAs(visitor, '/product/halo-desk-lamp', (call) => (isBroken ? onCall(ADD, BROKEN)(call) : undefined))
    const more = await screen.findByRole('button', { name: `Increase quantity for ${LAMP}` })
    await userEvent.click(more)
    await userEvent.click(more)
    await userEvent.click(productButton())
    await toastIs(expect.objectContaining({ title: 'Failed to add item' }))
    expect(screen.queryByText('Added to Cart')).toBeNull()

    isBroken = false
    await waitFor(() => expect(productButton().getAttribute('aria-busy')).not.toBe('true'))
    const shown = measureUntilDrawn(() => screen.queryByText('Added to Cart') !== null)
    fireEvent.click(productButton())
    fireEvent.click(productButton())
    expect(await shown).toBeGreaterThan(800)
    expect((await visitor.call('GET /api/cart'))[0]?.quantity).toBe(3)
    expect(await panel(3)).toBeDefined()
  })
})

describe("'Add to Cart' in the favorites (spec section 8)", () => {
  test("shows 'Failed to add to cart' when it fails, otherwise 'Added to cart', and refreshes and opens the cart", async () => {
    const customer = await aCustomer(shop)
    const { id } = await customer.call('GET /api/products/:slugOrId', { slugOrId: 'halo-desk-lamp' })
    await customer.call('POST /api/favorites', { productId: id })
    storeToken(customer.token ?? '')
    let isBroken = true
    openAs(customer, '/favorites', (call) => (isBroken ? onCall(ADD, BROKEN)(call) : undefined))
    const button = await screen.findByRole('button', { name: 'Add to Cart' })
    await userEvent.click(button)
    await toastIs({
      title: 'Failed to add to cart',
      description: 'Could not add the item to your cart. Please try again.',
      duration: 5000,
      isDestructive: true,
    })

    isBroken = false
    await waitFor(() => expect(button.getAttribute('aria-busy')).not.toBe('true'))
    await userEvent.click(button)
    await toastIs({
      title: 'Added to cart',
      description: 'Item has been added to your cart.',
      duration: 2000,
      isDestructive: false,
    })
    expect((await panel(1)).getByRole('heading', { name: LAMP })).toBeDefined()
  })
})
