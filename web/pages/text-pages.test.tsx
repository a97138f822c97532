import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { ERASURE } from '#contract/accounts/erasure.ts'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const article = async () => (await screen.findByRole('article')).textContent ?? ''

describe('policy pages (spec section 2)', () => {
  test.each([
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-conditions', 'Terms & Conditions'],
  ])('%s: last updated April 17, 2025, with a Back button', async (address, title) => {
    openPageOf(shop.visitor(), address)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(screen.getByText('Last updated April 17, 2025')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Back' })).toBeDefined()
  })

  test('Back returns to the previous page', async () => {
    const { addressNow } = openPageOf(shop.visitor(), '/about')
    const information = within(await screen.findByRole('navigation', { name: 'Information' }))
    await userEvent.click(information.getByRole('link', { name: 'Privacy Policy' }))
    await screen.findByRole('heading', { level: 1, name: 'Privacy Policy' })
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await waitFor(() => expect(addressNow()).toBe('/about'))
  })

  test('Back goes to the home page if the policy was opened first', async () => {
    const { addressNow } = openPageOf(shop.visitor(), '/terms-conditions')
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(addressNow()).toBe('/'))
  })

  test('state the owner’s shipping time as in the store, in all original texts and on the product page', async () => {
    const admin = await anAdmin(shop)
    const { brand } = await admin.call('GET /api/admin/settings')
    const save = (shipsWithin: string) =>
      admin.call('PATCH /api/admin/settings', { brand: { ...brand, shipsWithin } })
    await save('3 working days')
    for (const address of ['/terms-conditions', '/shipping', '/faq']) {
      const { unmount } = openPageOf(shop.visitor(), address)
      expect(await article()).toContain('Orders ship within 3 working days.')
      unmount()
    }
    const { unmount } = openPageOf(shop.visitor(), '/product/halo-desk-lamp')
    expect(await screen.findByText('Ships within 3 working days')).toBeDefined()
    unmount()
    await save('')
  })

  test('promise returns within 30 days, shipping in 1-2 business days, and 30 days’ notice of changes (section 9)', async () => {
    openPageOf(shop.visitor(), '/terms-conditions')
    const text = await article()
    expect(text).toContain('Returns are accepted within 30 days of delivery')
    expect(text).toContain('Orders are processed in 1-2 business days')
    expect(text).toContain('changes to these terms on this page 30 days before they take effect')
  })

  test('the privacy policy lists the data that is deleted and retained with an account', async () => {
    openPageOf(shop.visitor(), '/privacy-policy')
    const text = await article()
    for (const what of [...ERASURE.erased, ...ERASURE.kept.map((one) => one.what)])
      expect(text).toContain(what)
  })

  test('the privacy policy states the retention times that the code enforces', async () => {
    openPageOf(shop.visitor(), '/privacy-policy')
    const text = await article()
    expect(text).toContain('expires 90 days after you last use the cart')
    expect(text).toContain('expires after 30 days without use')
    expect(text).toContain('addresses that aren’t confirmed within 48 hours')
    expect(text).toContain('deleted 30 days later')
    expect(text).toContain('It never reaches our server, and we don’t store cards')
  })
})

describe('the pages linked in the footer', () => {
  test('have the heading that the link’s label promises', async () => {
    const { router } = openPageOf(shop.visitor(), '/about')
    const places = ['Customer Service', 'Information']
    const links: [string, string][] = []
    for (const name of places) {
      const nav = within(await screen.findByRole('navigation', { name }))
      for (const link of nav.getAllByRole('link'))
        links.push([link.textContent ?? '', link.getAttribute('href') ?? ''])
    }
    expect(links).toEqual([
      ['Contact Us', '/contact'],
      ['Track Your Order', '/order-tracking'],
      ['Shipping', '/shipping'],
      ['Returns', '/returns'],
      ['FAQ', '/faq'],
      ['About Us', '/about'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms & Conditions', '/terms-conditions'],
    ])
    const titles: Record<string, string> = { FAQ: 'Frequently Asked Questions' }
    for (const [label, address] of links.filter(([, address]) => address !== '/order-tracking')) {
      await router.navigate(address)
      expect(await screen.findByRole('heading', { level: 1, name: titles[label] ?? label })).toBeDefined()
    }
  })

  test('show the shipping rate from the settings', async () => {
    openPageOf(shop.visitor(), '/shipping')
    await expect.poll(article).toContain('$4.99 for the whole order')
  })

  test('promise returns within 30 days of delivery', async () => {
    openPageOf(shop.visitor(), '/returns')
    expect(await article()).toContain('Returns are accepted within 30 days of delivery')
  })

  test('answer common questions', async () => {
    openPageOf(shop.visitor(), '/faq')
    const faq = within(await screen.findByRole('article'))
    expect(faq.getByRole('heading', { name: 'Do I need an account to order?' })).toBeDefined()
    expect(faq.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(8)
    expect(await article()).toContain('Orders are processed in 1-2 business days')
  })
})
