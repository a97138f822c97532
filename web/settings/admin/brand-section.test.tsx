import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const saved = async () => (await admin.call('GET /api/admin/settings')).brand

async function openBrand() {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), '/admin?tab=settings&section=brand')
  return screen.findByRole('textbox', { name: 'Accent color' })
}

describe('the brand page of the settings', () => {
  test('offers the nearest readable color instead of one that is too light, and saves it', async () => {
    const accent = await openBrand()
    await userEvent.type(accent, '#ffd400')
    await userEvent.click(screen.getByRole('button', { name: 'Save brand' }))
    expect(await screen.findByText(/^#ffd400 is too light to read/)).toBeDefined()
    expect((await saved()).accent).toBe('')
    const offer = screen.getByRole('button', {
      name: /^Use #[0-9a-f]{6}, the nearest color that is readable$/,
    })
    const nearest = /#\w+/.exec(offer.textContent ?? '')?.[0] ?? ''
    await userEvent.click(offer)
    expect(accent).toHaveProperty('value', nearest)
    expect(screen.queryByText(/^#ffd400 is too light to read/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Save brand' }))
    await waitFor(async () => expect((await saved()).accent).toBe(nearest))
  })

  test('warns of an announcement that leads to a page that shoppers can’t see', async () => {
    await openBrand()
    const field = screen.getByRole('textbox', { name: 'Link of the announcement' })
    for (const [link, warning] of [
      ['/pages/tea', 'There is no page at /pages/tea yet. Shoppers would see an error.'],
      ['/imprint', 'The page “Imprint” isn’t published, so shoppers can’t see it yet.'],
      ['/product/no-such-tea', 'There is no product at /product/no-such-tea.'],
    ] as const) {
      fireEvent.change(field, { target: { value: link } })
      expect(await screen.findByText(warning)).toBeDefined()
    }
    for (const link of [
      '/shipping',
      '/product/cable-dock',
      '/?onSale=true#products',
      'https://tea.example/pages/tea',
    ]) {
      fireEvent.change(field, { target: { value: link } })
      await waitFor(() => expect(screen.queryByText(/^There is no|isn’t published/)).toBeNull())
    }
  })

  test('requires the text of an announcement that is shown, and saves words without changing the rest', async () => {
    await openBrand()
    const { accent } = await saved()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Show an announcement above the header' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save brand' }))
    expect(await screen.findByText('Enter the text of the announcement')).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Announcement' }), 'Open again')
    await userEvent.click(screen.getByRole('button', { name: 'Save brand' }))
    await waitFor(async () =>
      expect(await saved()).toMatchObject({ accent, isAnnounced: true, announcement: 'Open again' }),
    )
  })

  test('shows the home page with the draft next to the form, and the last valid one while the draft is invalid', async () => {
    await openBrand()
    const frame = (await screen.findByTitle('Home page')) as HTMLIFrameElement
    expect(frame.getAttribute('sandbox')).toBe('allow-same-origin')
    const shown = () => screen.getByTitle('Home page').getAttribute('srcdoc') ?? ''
    const search = screen.getByRole('textbox', { name: 'Search placeholder' })
    await userEvent.type(search, 'Search for chairs')
    await waitFor(() => expect(shown()).toContain('placeholder="Search for chairs"'))
    expect(shown()).toContain('<html data-theme="light"')
    await userEvent.click(screen.getByRole('button', { name: 'Dark' }))
    expect(shown()).toContain('<html data-theme="dark"')
    await userEvent.click(screen.getByRole('button', { name: 'Phone' }))
    expect(frame.style.width).toBe('375px')

    await userEvent.type(screen.getByRole('textbox', { name: 'Link of the announcement' }), 'nowhere')
    expect(await screen.findByText(/^The preview is out of date: Enter a path/)).toBeDefined()
    expect(shown()).toContain('placeholder="Search for chairs"')
    expect((await saved()).searchPlaceholder).toBe('')
  })
})
