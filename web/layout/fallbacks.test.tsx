import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { aCustomer, anAdmin } from '../../tests/support/fixtures.ts'
import { openPage, openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { Transport } from '../platform/api.ts'
import { storeToken } from '../platform/auth-token.ts'

// The code of these components loads once a test releases it.
const formMayArrive = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock(import('../reviews/review-form.tsx'), async (load) => {
  await formMayArrive.promise
  return load()
})
const pageMayArrive = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock(import('../pages/faq-page.tsx'), async (load) => {
  await pageMayArrive.promise
  return load()
})
/** Delays the form's code until after a search would have started. */
const SLOWER_THAN_TYPING_MS = 1000
vi.mock('../catalog/admin/product-page.tsx', async (load) => {
  const sheet = await load<typeof import('../catalog/admin/product-page.tsx')>()
  await new Promise((done) => setTimeout(done, SLOWER_THAN_TYPING_MS))
  return sheet
})
const menuMayArrive = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock(import('./mobile-menu.tsx'), async (load) => {
  await menuMayArrive.promise
  return load()
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

describe('loading states (spec section 2)', () => {
  test.each(['/profile', '/admin', '/'])(
    "%s shows 'Initializing application...' until the session has loaded",
    async (address) => {
      const { token, transport } = await aCustomer(shop)
      storeToken(token ?? '')
      const undecided: Transport = (call) =>
        call.url === '/api/auth/user' ? new Promise(() => undefined) : transport(call)
      const page = openPage(undecided, address)
      const status = await screen.findByText('Initializing application...')
      expect(status.querySelector('.animate-spin')).not.toBeNull()
      expect(page.addressNow()).toBe(address)
    },
  )

  test("a lazy component shows 'Loading...'", async () => {
    storeToken((await aCustomer(shop)).token ?? '')
    openPageOf(shop.visitor(), '/product/cable-dock')
    await userEvent.click(await screen.findByRole('button', { name: 'Write a Review' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Write a Review' }))
    expect(await dialog.findByText('Loading...')).toBeDefined()
    formMayArrive.resolve()
    expect(await dialog.findByLabelText('Title')).toBeDefined()
    expect(dialog.queryByText('Loading...')).toBeNull()
  })

  test("a panel that slides in, such as the phone menu, shows 'Loading...'", async () => {
    openPageOf(shop.visitor(), '/')
    await screen.findByRole('heading', { name: 'Elevate Your Workspace' })
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }))
    expect(await screen.findByText('Loading...', { selector: '.pending *' })).toBeDefined()
    menuMayArrive.resolve()
    expect(await screen.findByRole('dialog', { name: 'Menu' })).toBeDefined()
    expect(screen.queryByText('Loading...', { selector: '.pending *' })).toBeNull()
  })

  test("a page shows 'Loading...' from the click on its link until its code has loaded", async () => {
    openPageOf(shop.visitor(), '/')
    await userEvent.click(await screen.findByRole('link', { name: 'FAQ' }))
    expect(await screen.findByText('Loading...', { selector: '.pending *' })).toBeDefined()
    pageMayArrive.resolve()
    expect(await screen.findByRole('heading', { name: /questions/i, level: 1 })).toBeDefined()
    await waitFor(() => expect(screen.queryByText('Loading...', { selector: '.pending *' })).toBeNull())
  })
})

test('in the admin, a link clicked right after typing a search opens, and stays open', async () => {
  const admin = await anAdmin(shop)
  storeToken(admin.token ?? '')
  const page = openPage((call) => admin.transport(call), '/admin?tab=products')
  const field = await screen.findByLabelText('Search by name, slug, SKU, or ID')
  const link = await screen.findByRole('link', { name: /^Halo/ })
  await userEvent.type(field, 'lamp')
  await userEvent.click(link)
  expect(await screen.findByRole('region', { name: 'Edit product' }, { timeout: 20_000 })).toBeDefined()
  await vi.waitFor(() => expect(page.addressNow()).toMatch(/^\/admin\?tab=products&edit=\d+$/))
})

describe('error pages (spec sections 2 and 8)', () => {
  test("a page that throws shows 'Something went wrong' with the error, and 'Refresh Page' reloads", async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined)
    const { transport } = shop.visitor()
    openPage(async (call) => {
      const response = await transport(call)
      if (!call.url.startsWith('/api/products/')) return response
      return { ...response, text: JSON.stringify({ ...JSON.parse(response.text), images: null }) }
    }, '/product/cable-dock')
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeDefined()
    expect(
      screen.getByText('The application encountered an error. Please try refreshing the page.'),
    ).toBeDefined()
    expect(screen.getByText(/null/, { selector: 'pre' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Page' }))
    expect(reload).toHaveBeenCalledOnce()
    log.mockClear()
  })

  test("an unknown path shows '404 Page Not Found' and a hint for developers", async () => {
    openPageOf(shop.visitor(), '/no/such/page')
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined()
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeDefined()
  })
})
