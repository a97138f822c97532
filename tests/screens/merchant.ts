import { type APIRequestContext, type Page, request } from '@playwright/test'
import type { BackInStockDemand } from '#contract/back-in-stock/api.ts'
import type { ShopProcess } from '../support/shop-process.ts'
import { ABROAD } from '../support/shopper-details.ts'
import { ADMIN, bearer, buy, type FilledShop, register, signIn } from './people.ts'
import { answering, openCart, openDialog, type Screen, seen } from './steps.ts'

const TRAY = '/product/desk-organizer-tray'
const TRAY_ID = 7
const row = (country: string, name: string, percents: Record<string, number>) => ({
  country,
  region: null,
  name,
  rates: Object.fromEntries(
    Object.entries(percents).map(([taxClass, percent]) => [taxClass, { ppm: percent * 10_000 }]),
  ),
})
const flat = (name: string, amount: string, from: number, to: number, freeFrom: string | null = null) => ({
  kind: 'flat',
  name,
  rate: amount,
  days: { from, to },
  freeFrom,
})

const SETTINGS = {
  currency: 'EUR',
  locale: 'en-IE',
  business: {
    legalName: 'Plinth GmbH',
    address: 'Unter den Linden 1',
    city: 'Berlin',
    zipCode: '10117',
    country: 'DE',
    phone: '+49 30 5550107',
    vatId: 'DE136695976',
  },
  zones: [
    {
      name: 'Germany',
      countries: ['DE'],
      methods: [
        flat('Standard', '4.99', 2, 4, '150.00'),
        flat('Express', '14.99', 1, 1),
        {
          kind: 'pickup',
          name: 'Pickup in Berlin',
          days: null,
          address: { address: 'Unter den Linden 1', city: 'Berlin', zipCode: '10117', country: 'DE' },
        },
      ],
    },
    {
      name: 'European Union',
      countries: ['AT', 'FR', 'IE', 'IT'],
      methods: [
        flat('Standard', '4.99', 3, 6),
        {
          kind: 'weight',
          name: 'By weight',
          rate: '39.00',
          freeFrom: null,
          days: null,
          bands: [
            { upTo: 2000, rate: '9.50' },
            { upTo: 10_000, rate: '19.50' },
          ],
        },
      ],
    },
    {
      name: 'Two postal codes',
      countries: ['CH'],
      postalCodes: ['80', '81'],
      methods: [
        {
          kind: 'value',
          name: 'By order value',
          rate: '0.00',
          freeFrom: null,
          days: { from: 5, to: 8 },
          bands: [{ upTo: '100.00', rate: '12.00' }],
        },
      ],
    },
  ],
  taxes: {
    mode: 'table',
    pricesIncludeTax: true,
    home: 'DE',
    oss: 'destination',
    classes: ['books'],
    rows: [
      row('AT', 'USt.', { standard: 20 }),
      row('CH', 'MwSt.', { standard: 8.1 }),
      row('FR', 'TVA', { standard: 20 }),
      row('DE', 'MwSt.', { standard: 19, reduced: 7 }),
    ],
  },
}

const COLORS = ['Gray', 'Blue', 'Dark green with a very long name']
const SIZES = ['600 × 300 mm', '900 × 400 mm', '1,200 × 600 mm']

/** A German shop with zones, taxes, and a product with nine variants, three of them sold out. */
export async function fillMerchantShop({ url, sandboxUrl }: ShopProcess): Promise<FilledShop> {
  const admin = await signIn(url, { username: ADMIN.ADMIN_USERNAME, password: ADMIN.ADMIN_PASSWORD })
  const newcomer = await register(url, 'newcomer', 'Nora New')
  const customer = await register(url, 'ada', 'Ada Lovelace')
  const owner = await request.newContext({ baseURL: url, extraHTTPHeaders: bearer(admin) })
  await done(owner.patch('/api/admin/settings', { data: SETTINGS }))
  const product = await (await owner.get(`/api/products/${TRAY_ID}`)).json()
  await done(
    owner.put(`/api/admin/products/${TRAY_ID}/variants`, {
      data: {
        options: [
          { name: 'Color', values: COLORS },
          { name: 'Size', values: SIZES },
        ],
        variants: COLORS.flatMap((color, row) =>
          SIZES.map((size, column) => ({
            optionValues: [color, size],
            sku: `TRAY-${row}-${column}`,
            image: product.image,
            price: (49 + column * 20).toFixed(2),
            stockQuantity: row === 1 ? 0 : 4 * column + 1,
          })),
        ),
      },
    }),
  )
  const { variants } = await (await owner.get(`/api/products/${TRAY_ID}`)).json()
  for (const guest of ['maria', 'jean'])
    await owner.post('/api/back-in-stock', {
      data: { variantId: variants[3].id, email: `${guest}@example.com` },
    })
  const ada = await request.newContext({ baseURL: url, extraHTTPHeaders: bearer(customer) })
  await done(ada.post('/api/favorites', { data: { productId: TRAY_ID } }))
  const [orderId = '', arrivedId = ''] = [
    await orderTo(ada, 'AT', variants[1].id, { url, sandboxUrl }),
    await orderTo(ada, 'DE', variants[2].id, { url, sandboxUrl }),
  ]
  const businessId = await businessOrder(ada, variants[1].id, { url, sandboxUrl })
  await ada.post('/api/cart', { data: { productId: TRAY_ID, variantId: variants[8].id, quantity: 2 } })
  return { people: { customer, newcomer, admin }, orderId, arrivedId, businessId }
}

async function orderTo(
  ada: APIRequestContext,
  country: 'AT' | 'DE',
  variantId: number,
  { url, sandboxUrl }: { url: string; sandboxUrl: string },
) {
  await ada.post('/api/cart', { data: { productId: TRAY_ID, variantId, quantity: 1 } })
  return buy(ada, url, sandboxUrl, {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '+43 1 5550107',
    ...ABROAD[country].place,
    country,
  })
}

/** A French business's order: a tray for 69.00 and shipping for 4.99, both without the shop's own VAT of 19 %. */
async function businessOrder(
  ada: APIRequestContext,
  variantId: number,
  { url, sandboxUrl }: { url: string; sandboxUrl: string },
) {
  await ada.post('/api/cart', { data: { productId: TRAY_ID, variantId, quantity: 1 } })
  const place = { address: '5 rue de Rivoli', city: 'Paris', zipCode: '75001', country: 'FR' }
  const ofAda = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com', phone: '+33 1 55501070' }
  const vatId = 'FR40303265045'
  return buy(ada, url, sandboxUrl, { ...place, ...ofAda }, { vatId, amount: '62.17' })
}

async function done(response: ReturnType<APIRequestContext['get']>) {
  const answer = await response
  if (!answer.ok()) throw new Error(await answer.text())
}

async function withTrays(page: Page) {
  const { variants } = await (await page.request.get(`/api/products/${TRAY_ID}`)).json()
  for (const { id } of [variants[0], variants[8]])
    await page.request.post('/api/cart', { data: { productId: TRAY_ID, variantId: id, quantity: 1 } })
}

/** Fills in an Austrian address, so that methods, taxes, and the VAT number are shown. */
async function toVienna(page: Page) {
  const form = page.getByRole('region', { name: 'Shipping Information' })
  await form.getByLabel('Country').selectOption({ label: 'Austria' })
  await form.getByLabel('VAT number').fill('FR40303265045')
  await form.getByRole('radio', { name: /By weight/ }).check()
}

/** A variant with open requests. */
const demand = (id: number, waiting: number): BackInStockDemand => ({
  id,
  productId: TRAY_ID,
  productName: 'Oak Organizer Tray',
  variantTitle: 'Blue / 600 × 300 mm',
  sku: `TRAY-1-${id}`,
  image: null,
  waiting,
  notified: 4,
  waitingSince: waiting > 0 ? '2026-03-02T09:30:00.000Z' : null,
  notifiedAt: '2026-02-11T09:30:00.000Z',
})

/** Fills in an address in Switzerland that no zone contains. */
async function toGeneva(page: Page) {
  const form = page.getByRole('region', { name: 'Shipping Information' })
  await form.getByLabel('Country').selectOption({ label: 'Switzerland' })
  await form.getByLabel('Postal code').fill('1201')
}

/** Shows the taxes of a refund before it is confirmed. */
async function refundTray(page: Page) {
  await openDialog('Partial refund')(page)
  await page.getByLabel(/^Oak Organizer Tray/).selectOption('Refund 1 of 1')
  await page.getByRole('dialog').last().getByText('Includes MwSt. 19%').waitFor()
}

const shop = (name: string, more: Partial<Screen> & Pick<Screen, 'address'>): Screen => ({
  name: `merchant-${name}`,
  ...more,
})
const admin = (name: string, query: string, more: Partial<Screen> = {}) =>
  shop(`admin-${name}`, { address: `/admin${query}`, who: 'admin', ...more })

/** Screens of a shop that uses variants, zones, and taxes. */
export const MERCHANT_SCREENS: Screen[] = [
  shop('home', { address: '/' }),
  shop('product', { address: TRAY }),
  shop('product-sold-out', { address: `${TRAY}?option1=Blue&option2=${encodeURIComponent('900 × 400 mm')}` }),
  shop('search', { address: '/?search=TRAY-2' }),
  shop('cart', { address: '/', before: withTrays, act: openCart, isWhole: false }),
  shop('cart-page', { address: '/cart', before: withTrays }),
  shop('checkout', { address: '/checkout', before: withTrays }),
  shop('checkout-vienna', { address: '/checkout', before: withTrays, act: toVienna }),
  shop('checkout-geneva', { address: '/checkout', before: withTrays, act: toGeneva }),
  shop('shipping-policy', { address: '/shipping' }),
  shop('contact', { address: '/contact' }),
  shop('favorites', { address: '/favorites', who: 'customer' }),
  shop('orders-details', {
    address: '/orders',
    who: 'customer',
    act: openDialog(/details/i),
    isWhole: false,
  }),
  shop('orders-details-end', {
    address: '/orders',
    who: 'customer',
    act: async (page) => {
      await openDialog(/details/i)(page)
      await page
        .getByRole('dialog')
        .getByText(/^Reference/)
        .scrollIntoViewIfNeeded()
    },
    isWhole: false,
  }),
  shop('tracking', {
    address: ({ orderId }) => `/order-tracking?orderId=${orderId}&email=ada%40example.com`,
  }),
  shop('tracking-business', {
    address: ({ businessId }) => `/order-tracking?orderId=${businessId}&email=ada%40example.com`,
  }),
  admin('dashboard', ''),
  admin('products', '?tab=products'),
  admin('back-in-stock', '?tab=products&view=back-in-stock', {
    before: answering(/api\/admin\/back-in-stock/, [demand(1, 12), demand(2, 0)]),
  }),
  admin('back-in-stock-empty', '?tab=products&view=back-in-stock'),
  admin('settings', '?tab=settings'),
  admin('settings-places', '?tab=settings&section=places', { act: seen('What would a parcel cost?') }),
  admin('settings-zone', '?tab=settings&section=places', {
    act: openDialog(/^European Union/),
    isWhole: false,
  }),
  admin('settings-taxes', '?tab=settings&section=taxes'),
  admin('settings-stripe-tax', '?tab=settings&section=taxes', {
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Taxes', exact: true }).selectOption('stripe')
    },
  }),
  admin('page-edit', '?tab=pages&edit=terms-conditions', { act: seen('Save page') }),
  admin('page-imprint', '?tab=pages&edit=imprint', { act: seen('Save page') }),
  admin('settings-menus', '?tab=settings&section=menus'),
  admin('settings-emails', '?tab=settings&section=emails', { act: seen('Send a test email') }),
  admin('settings-staff', '?tab=settings&section=staff'),
  admin('settings-setup', '?tab=settings&section=setup', { act: seen('Create drafts') }),
  admin('customers', '?tab=customers'),
  admin('customer', '?tab=customers&edit=ada@example.com', { isWhole: false }),
  admin('palette', '', {
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search the admin' }).fill('ada')
      await page.getByRole('group', { name: 'Customers' }).waitFor()
    },
    isWhole: false,
  }),
  admin('settings-none', '?tab=settings', {
    act: (page) => page.getByLabel('Search settings').fill('zebra'),
  }),
  admin('settings-preset', '?tab=settings&section=setup', {
    act: async (page) => {
      await page.getByLabel('Country', { exact: true }).selectOption('Germany')
    },
  }),
  admin('variants', `?tab=products&edit=${TRAY_ID}`, {
    act: (page) => page.getByLabel('Choose all variants').scrollIntoViewIfNeeded(),
    isWhole: false,
  }),
  admin('options', `?tab=products&edit=${TRAY_ID}`, {
    act: (page) => page.getByLabel('Option 1', { exact: true }).scrollIntoViewIfNeeded(),
    isWhole: false,
  }),
  {
    ...admin('order', '', { isWhole: false }),
    address: ({ orderId }) => `/admin?tab=orders&edit=${orderId}`,
  },
  {
    ...admin('order-business', '', { isWhole: false }),
    address: ({ businessId }) => `/admin?tab=orders&edit=${businessId}`,
  },
  {
    ...admin('order-business-end', '', {
      act: (page) => page.getByLabel('New note').scrollIntoViewIfNeeded(),
      isWhole: false,
    }),
    address: ({ businessId }) => `/admin?tab=orders&edit=${businessId}`,
  },
  {
    ...admin('order-refund', '', { act: refundTray, isWhole: false }),
    address: ({ arrivedId }) => `/admin?tab=orders&edit=${arrivedId}`,
  },
  { ...admin('packing-slip', ''), address: ({ orderId }) => `/admin?tab=orders&slip=${orderId}` },
]
