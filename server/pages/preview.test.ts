import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { NO_BRAND } from '#contract/looks/brand.ts'
import { INSTALLED_HOME } from '#contract/looks/home.ts'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import type { InputOf } from '../../web/platform/api.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

type Draft = InputOf<'POST /api/admin/settings/preview'>
const preview = async (draft: Draft) => (await admin.call('POST /api/admin/settings/preview', draft)).html
/** A page of a visitor without its rendering time. */
const page = async (url: string) => (await shop.visitor().send({ url })).text.replaceAll(/"madeAt":\d+/g, '')

/** Without elements that the preview omits. */
const mainOf = (html: string) =>
  /<main.*<\/main>/s.exec(html.replaceAll(/<(script|noscript)\b[^>]*>.*?<\/\1>/gs, ''))?.[0]

async function aPicture() {
  const file = await sharp({ create: { width: 320, height: 100, channels: 3, background: '#1e5a8c' } })
    .png()
    .toBuffer()
  return admin.call('POST /api/admin/images', { name: 'draft.png', file: new Uint8Array(file) })
}

const DRAFT = {
  brand: {
    ...NO_BRAND,
    accent: '#1f5f8b',
    isAnnounced: true,
    announcement: 'Draft <b>sale</b>',
    copyright: '© Draft {name}',
  },
  home: { ...INSTALLED_HOME, title: 'A draft title' },
}

describe('the preview of a brand and a home page that are not saved', () => {
  test('is the home page as visitors would see it, with the products of the shop', async () => {
    const logo = await aPicture()
    const html = await preview({ ...DRAFT, brand: { ...DRAFT.brand, logo } })
    expect(html).toMatch(/^<!doctype html><html /)
    expect(html).toMatch(/<h1[^>]*>A draft title</)
    expect(html).toContain('Draft &lt;b&gt;sale&lt;/b&gt;')
    expect(html).toContain('© Draft Plinth')
    expect(html).toContain('Monitor Light Bar')
    expect(html).toContain('width="320" height="100"')
    const [, stylesheet = ''] = /href="(\/looks\/[^"]+)"/.exec(html) ?? []
    expect((await shop.visitor().send({ url: stylesheet })).text).toContain('#1f5f8b')
  })

  test('shows the rest as saved, and settings that the draft omits', async () => {
    await admin.call('PATCH /api/admin/settings', { home: { ...INSTALLED_HOME, title: 'A saved title' } })
    const html = await preview({ brand: DRAFT.brand })
    expect(html).toMatch(/<h1[^>]*>A saved title</)
    expect(html).toContain('Draft &lt;b&gt;sale')
    await admin.call('PATCH /api/admin/settings', { home: INSTALLED_HOME })
  })

  test('runs nothing and leads nowhere', async () => {
    const html = await preview(DRAFT)
    expect(html).not.toMatch(/<(script|noscript)\b/)
    expect(html).not.toContain('modulepreload')
    expect(html).toContain('<body inert')
  })

  test('is stored nowhere: neither pages, their data, settings, nor the audit log have anything of it', async () => {
    const urls = ['/', '/api/shop', '/about', '/?page=1', '/manifest.webmanifest']
    const before = await Promise.all(urls.map(page))
    const response = await admin.send({
      method: 'POST',
      url: '/api/admin/settings/preview',
      body: DRAFT,
    })
    expect(response.status).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers).not.toHaveProperty('x-cache-tags')
    // While previews are rendered, and after.
    const [, ...during] = await Promise.all([preview(DRAFT), ...urls.map(page)])
    expect(during).toEqual(before)
    expect(await Promise.all(urls.map(page))).toEqual(before)
    expect(await admin.call('GET /api/admin/settings')).toMatchObject({
      brand: NO_BRAND,
      home: INSTALLED_HOME,
    })
    const entries = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    expect(JSON.stringify(entries)).not.toContain('Draft')
  })

  test('knows nothing of the admin who requests it', async () => {
    const html = await preview({})
    const home = await page('/')
    expect(mainOf(html) === mainOf(home)).toBe(true)
    expect(html).toContain('Sign In')
  })

  test.each<[object, string]>([
    [{ brand: { ...NO_BRAND, accent: '#ffd400' } }, 'brand.accent'],
    [{ brand: { ...NO_BRAND, announcementLink: 'javascript:alert(1)' } }, 'brand.announcementLink'],
    [{ home: { ...INSTALLED_HOME, title: 'a'.repeat(61) } }, 'home.title'],
    [{ home: { ...INSTALLED_HOME, sections: [] } }, 'home.sections'],
  ])('is rejected like a save: %#', async (draft, path) => {
    await expect(preview(draft as Draft)).rejects.toMatchObject({
      status: 400,
      errors: expect.arrayContaining([expect.objectContaining({ path })]),
    })
  })

  test('shows only images that the shop hosts', async () => {
    const logo = { url: '/images/gone.00000000ffffff.jpg', width: 1, height: 1 }
    await expect(preview({ brand: { ...NO_BRAND, logo } })).rejects.toMatchObject({ status: 400 })
  })
})
