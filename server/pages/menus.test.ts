import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_MENUS, type Menus } from '#contract/pages/menus.ts'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(() => admin.call('PATCH /api/admin/settings', { menus: null }))

const save = (menus: Partial<Menus>) =>
  admin.call('PATCH /api/admin/settings', { menus: { header: [], footer: [], ...menus } })
const page = async (url = '/contact') => (await shop.visitor().send({ url })).text
/** The links of a navigation in a page. */
const linksOf = (html: string, name: string) => {
  const nav = new RegExp(`<nav aria-label="${name}"[^>]*>(.*?)</nav>`, 's').exec(html)?.[1] ?? ''
  return [...nav.matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, to, label]) => [label, to])
}
async function write(name: string, changes: object = {}) {
  const { version } = await admin.call('GET /api/admin/pages/:name', { name }).catch(() => ({ version: 0 }))
  const texts = { title: 'Size guide', html: '<p>Text.</p>', searchTitle: '', searchDescription: '' }
  await admin.call('PUT /api/admin/pages/:name', { name, version, isPublished: true, ...texts, ...changes })
  return { version: version + 1 }
}

describe('the menus of a fresh install', () => {
  test('are those of the specification, and aren’t sent', async () => {
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('menus')
    const html = await page()
    expect(linksOf(html, 'Shop').slice(-2)).toEqual([
      ['Deals', '/?onSale=true#products'],
      ['New Arrivals', '/?sort=newest#products'],
    ])
    expect(linksOf(html, 'Information')).toEqual([
      ['About Us', '/about'],
      ['Privacy Policy', '/privacy-policy'],
      ['Terms &amp; Conditions', '/terms-conditions'],
    ])
    await save(DEFAULT_MENUS)
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('menus')
  })

  test('link to a legal page once it is published', async () => {
    await write('imprint', { title: 'Imprint' })
    expect(linksOf(await page(), 'Information').at(-1)).toEqual(['Imprint', '/imprint'])
    const { version } = await admin.call('GET /api/admin/pages/:name', { name: 'imprint' })
    await admin.call('DELETE /api/admin/pages/:name', { name: 'imprint', version })
    expect(await page()).not.toContain('/imprint')
  })

  test('leave out a page that isn’t published', async () => {
    await write('faq', { isPublished: false })
    expect(linksOf(await page(), 'Customer Service').map(([label]) => label)).not.toContain('FAQ')
    const { version } = await admin.call('GET /api/admin/pages/:name', { name: 'faq' })
    await admin.call('POST /api/admin/pages/:name/original', { name: 'faq', version })
    expect(linksOf(await page(), 'Customer Service').map(([label]) => label)).toContain('FAQ')
  })
})

describe('the store owner’s menus', () => {
  test('show categories and pages in the owner’s order, with their names or the owner’s labels', async () => {
    await write('size-guide')
    await save({
      header: [
        ['', 'category:3'],
        ['Sizes', '/pages/size-guide'],
        ['Products', 'categories'],
        ['', 'category:999'],
      ],
      footer: [
        {
          title: 'Help',
          links: [
            ['', '/pages/size-guide'],
            ['', '/faq'],
            ['Lamps', 'category:3'],
          ],
        },
      ],
    })
    const html = await page('/')
    const header = linksOf(html, 'Shop')
    expect(header.slice(0, 2)).toEqual([
      ['Lighting', '/?categoryId=3#products'],
      ['Sizes', '/pages/size-guide'],
    ])
    expect(html).toContain('Products <svg')
    expect(linksOf(html, 'Help')).toEqual([
      ['Size guide', '/pages/size-guide'],
      ['FAQ', '/faq'],
      ['Lamps', '/?categoryId=3#products'],
    ])
    expect(html).not.toContain('Customer Service')

    const { version } = await admin.call('GET /api/admin/pages/:name', { name: 'size-guide' })
    await admin.call('DELETE /api/admin/pages/:name', { name: 'size-guide', version })
    expect(await page('/')).not.toContain('/pages/size-guide')
  })

  test.each([
    ['another site', [['Evil', 'https://evil.example/']]],
    ['a path that browsers read as another site', [['Evil', '//evil.example']]],
    ['a script', [['Evil', 'javascript:alert(1)']]],
    ['a link without a label', [['', '/contact']]],
    ['too many links', Array.from({ length: 8 }, () => ['About', '/about'])],
  ])('can’t contain %s', async (_what, header) => {
    await expect(save({ header: header as Menus['header'] })).rejects.toMatchObject({ status: 400 })
  })

  test('are in the audit log, which can undo them', async () => {
    await save({ header: [['Start', '/']] })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect((await admin.call('GET /api/admin/settings')).menus).toBeNull()
  })
})
