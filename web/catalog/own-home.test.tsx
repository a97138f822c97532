import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contrastOf } from '#contract/looks/colors.ts'
import { type Home, INSTALLED_HOME } from '#contract/looks/home.ts'
import { schemesOf, THEMES } from '#contract/looks/schemes.ts'
import { VEIL } from '../../server/pages/look-styles.ts'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openPageOf } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(async () => {
  cleanup()
  await shop.shop.db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
})

const save = (home: Partial<Home>) =>
  admin.call('PATCH /api/admin/settings', { home: { ...INSTALLED_HOME, ...home } })
const look = async () => (await shop.visitor().call('GET /api/shop')).look

/** Opens a page, whose sections can arrive after its list. */
async function expectTitles(expected: string[], address = '/') {
  openPageOf(shop.visitor(), address)
  await screen.findByRole('heading', { name: 'All Products' })
  await waitFor(() => {
    const names = screen.getAllByRole('heading').map((heading) => heading.textContent ?? '')
    const titles = names.filter((name) => /^(Elevate|Quiet|Shop by|Featured|All Products|Plinth$)/.test(name))
    expect(titles).toEqual(expected)
  })
}

/** Returns a color over another one, as browsers compute it. */
function overlaid(color: string, below: string, alpha: number): string {
  const part = (text: string, at: number) => Number.parseInt(text.slice(at, at + 2), 16)
  const parts = [1, 3, 5].map((at) => Math.round(part(color, at) * alpha + part(below, at) * (1 - alpha)))
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

describe('the owner’s home page', () => {
  test('has the owner’s picture, title, text, and button in the banner', async () => {
    const product = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'halo-desk-lamp' })
    const picture = { url: product.image ?? '', width: 1, height: 1 }
    const saved = await save({
      picture,
      pictureText: 'A lamp',
      title: 'Quiet light',
      text: 'For late hours.',
      button: 'See the lamps',
      buttonLink: '/about',
    })
    expect(saved.home.picture?.width).toBeGreaterThan(100)
    openPageOf(shop.visitor(), '/')
    await screen.findByRole('heading', { name: 'Quiet light' })
    const hero = within(
      screen.getByRole('heading', { level: 1, name: 'Quiet light' }).closest('section') as HTMLElement,
    )
    expect(hero.getByRole('img', { name: 'A lamp' })).toBeDefined()
    expect(hero.getByText('For late hours.')).toBeDefined()
    expect(hero.getByRole('link', { name: 'See the lamps' }).getAttribute('href')).toBe('/about')
    // The veil under the text comes with the scheme.
    expect((await look())?.home?.groups[0]).toEqual({ names: ['hero'], scheme: 'plain' })
    expect((await look())?.stylesheet).toMatch(/^\/looks\/installed-rounded-editorial\./)
  })

  test('shows the chosen sections in their order and colors, and a filtered list first', async () => {
    const [hero, categories, featured, products] = INSTALLED_HOME.sections as [
      Home['sections'][0],
      Home['sections'][0],
      Home['sections'][0],
      Home['sections'][0],
    ]
    await save({
      sections: [{ ...featured, scheme: 'tinted' }, hero, products, { ...categories, isShown: false }],
    })
    await expectTitles(['Plinth', 'Featured Products', 'Elevate Your Workspace', 'All Products'])
    expect(screen.getByRole('region', { name: 'Featured Products' }).closest('.in-tinted')).not.toBeNull()
    expect(screen.getByRole('region', { name: 'All Products' }).closest('.band')).toBeNull()
    cleanup()
    await expectTitles(['All Products', 'Featured Products', 'Elevate Your Workspace'], '/?onSale=true')
  })

  test('is as installed again once the changes are undone', async () => {
    await save({ title: 'Quiet light' })
    await save({})
    expect(await look()).toBeUndefined()
    await expectTitles(['Elevate Your Workspace', 'Shop by Category', 'Featured Products', 'All Products'])
  })

  test.each([
    [{ sections: INSTALLED_HOME.sections.slice(1) }, 'home.sections', 'List each section once'],
    [
      { sections: INSTALLED_HOME.sections.map((section) => ({ ...section, isShown: false })) },
      'home.sections',
      'The list of all products can’t be hidden',
    ],
    [{ buttonLink: 'https://elsewhere.example' }, 'home.buttonLink', 'Enter a path such as /about'],
    [{ title: 'a'.repeat(61) }, 'home.title', 'At most 60 characters'],
  ])('rejects %j', async (home, path, message) => {
    await expect(save(home)).rejects.toMatchObject({ status: 400, errors: [{ path, message }] })
  })

  test('has colors in its stylesheet that keep text readable on any photograph', async () => {
    await save({
      sections: INSTALLED_HOME.sections.map((section) => ({ ...section, scheme: 'dark' as const })),
    })
    const css = (await shop.visitor().send({ url: (await look())?.stylesheet ?? '' })).text
    for (const scheme of ['plain', 'tinted', 'dark']) expect(css).toContain(`:root .in-${scheme}{--paper:`)
    expect(css).toContain(`/${VEIL.middle}) 45%`)
    for (const theme of THEMES) {
      for (const { paper, ink } of Object.values(schemesOf(null, theme))) {
        for (const photograph of ['#000000', '#ffffff'])
          expect(contrastOf(overlaid(paper, photograph, VEIL.middle), ink)).toBeGreaterThan(4.5)
      }
    }
  })
})
