import type { Page } from '@playwright/test'
import { LONG_PRODUCT, type People } from './screens-people.ts'

export type Screen = {
  name: string
  address: string
  /** Whose token the browser has; a visitor's without. */
  who?: keyof People
  before?(page: Page): Promise<unknown>
  /** What is done once the page answers; it waits for its outcome. */
  act?(page: Page): Promise<unknown>
  /** False: only what is in sight, as panels over a page are. */
  isWhole?: boolean
}

/** Answers to these addresses never come, or are failures. */
const holding = (pattern: RegExp) => (page: Page) => page.route(pattern, () => undefined)
const failing = (pattern: RegExp) => (page: Page) =>
  page.route(pattern, (route) => route.fulfill({ status: 500, json: { message: 'Something went wrong.' } }))
const seen = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()

/** Goes somewhere by a link of the page, so that the browser itself asks for what is shown there. */
const follow = (name: string) => async (page: Page) => {
  await page.getByRole('link', { name }).first().click()
  await page.locator('.animate-pulse').first().waitFor()
}

const withCart = async (page: Page) => {
  await page.request.post('/api/cart', { data: { productId: 1, quantity: 2 } })
  await page.request.post('/api/cart', { data: { productId: 3, quantity: 1 } })
}

const openCart = async (page: Page) => {
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  await page.getByRole('dialog', { name: /Your Cart/ }).waitFor()
}

const STOREFRONT: Screen[] = [
  { name: 'home-full', address: '/' },
  { name: 'home-loading', address: '/about', before: holding(/api\/products/), act: follow('Plinth') },
  { name: 'home-empty', address: '/?search=xylophone' },
  { name: 'home-error', address: '/?minPrice=abc' },
  { name: 'home-filtered', address: '/?categoryId=1&maxPrice=100&sort=price_asc' },
  { name: 'menu', address: '/', act: openMenu, isWhole: false },
  { name: 'search', address: '/', act: typeSearch, isWhole: false },
  { name: 'product-full', address: '/product/walnut-monitor-stand' },
  {
    name: 'product-loading',
    address: '/',
    before: holding(/api\/products\/walnut/),
    act: follow('Walnut Monitor Stand'),
  },
  { name: 'product-error', address: '/product/unknown' },
  { name: 'product-long', address: LONG_PRODUCT },
  { name: 'cart-empty', address: '/', act: openCart, isWhole: false },
  { name: 'cart-full', address: '/', before: withCart, act: openCart, isWhole: false },
  { name: 'cart-long', address: '/', before: withLongCart, act: openCart, isWhole: false },
  { name: 'checkout-full', address: '/checkout', before: withCart },
  { name: 'checkout-error', address: '/checkout', before: withCart, act: submitEmpty },
  { name: 'order-success', address: '/order-success' },
  { name: 'tracking', address: '/order-tracking' },
  { name: 'tracking-error', address: '/order-tracking?orderId=PL-0000-0000&email=a%40example.com' },
  { name: 'auth', address: '/auth' },
  { name: 'contact', address: '/contact' },
  { name: 'privacy', address: '/privacy-policy' },
  { name: 'about', address: '/about' },
  { name: 'not-found', address: '/no/such/page' },
]

const SIGNED_IN: Screen[] = [
  { name: 'profile-full', address: '/profile', who: 'customer' },
  { name: 'favorites-full', address: '/favorites', who: 'customer' },
  { name: 'favorites-empty', address: '/favorites', who: 'newcomer' },
  {
    name: 'favorites-loading',
    address: '/favorites',
    who: 'customer',
    before: holding(/api\/favorites/),
    act: seen(/Favorites/),
  },
  {
    name: 'favorites-error',
    address: '/favorites',
    who: 'customer',
    before: failing(/api\/favorites/),
    act: seen(/Failed to load/),
  },
  { name: 'orders-full', address: '/orders', who: 'customer' },
  { name: 'orders-details', address: '/orders', who: 'customer', act: openDetails, isWhole: false },
  { name: 'orders-empty', address: '/orders', who: 'newcomer' },
  {
    name: 'orders-loading',
    address: '/orders',
    who: 'customer',
    before: holding(/api\/orders/),
    act: seen(/Order/),
  },
  {
    name: 'orders-error',
    address: '/orders',
    who: 'customer',
    before: failing(/api\/orders/),
    act: seen(/Failed to load/),
  },
]

const TABS = [
  'products',
  'categories',
  'orders',
  'customers',
  'reviews',
  'newsletter',
  'audit',
  'integrations',
  'settings',
]

const ADMIN: Screen[] = [
  { name: 'admin-dashboard', address: '/admin', who: 'admin' },
  ...TABS.map((tab): Screen => ({ name: `admin-${tab}`, address: `/admin?tab=${tab}`, who: 'admin' })),
  {
    name: 'admin-product-form',
    address: '/admin?tab=products',
    who: 'admin',
    act: openProductForm,
    isWhole: false,
  },
  {
    name: 'admin-products-error',
    address: '/admin?tab=products',
    who: 'admin',
    before: failing(/api\/admin\/products/),
    act: seen('Try again'),
  },
  { name: 'admin-products-empty', address: '/admin?tab=products&search=xylophone', who: 'admin' },
]

/** Every screen of the shop (spec section 2) in the states that it has. */
export const SCREENS: Screen[] = [...STOREFRONT, ...SIGNED_IN, ...ADMIN]

async function openMenu(page: Page) {
  const button = page.getByRole('button', { name: 'Menu' })
  if (await button.isVisible()) {
    await button.click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  } else await page.getByText('Categories', { exact: true }).first().click()
}

async function typeSearch(page: Page) {
  await page.getByRole('combobox', { name: 'Search' }).pressSequentially('walnut')
  await page.getByRole('option').first().waitFor()
}

async function withLongCart(page: Page) {
  const answer = await page.request.get(`/api/products/${LONG_PRODUCT.split('/').at(-1)}`)
  const { id } = (await answer.json()) as { id: number }
  await page.request.post('/api/cart', { data: { productId: id, quantity: 999 } })
}

async function submitEmpty(page: Page) {
  await page.getByRole('button', { name: 'Continue to Payment' }).click()
  await page.getByText('First name must be at least 2 characters').first().waitFor()
}

async function openDetails(page: Page) {
  await page
    .getByRole('button', { name: /details/i })
    .first()
    .click()
  await page.getByRole('dialog').waitFor()
}

async function openProductForm(page: Page) {
  await page.getByRole('button', { name: 'Add Product' }).click()
  await page.getByRole('dialog').waitFor()
}
