import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Brand, NO_BRAND } from '#contract/looks/brand.ts'
import { contrastOf } from '#contract/looks/colors.ts'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})
afterEach(async () => {
  await shop.shop.db.deleteFrom('settings').where('name', '<>', 'demoSeeded').execute()
})

const icon = (url: string) => shop.app.inject({ url })
const send = (url: string) => shop.visitor().send({ url })
/** The home page without its rendering time. */
const home = async () => (await send('/')).text.replaceAll(/"madeAt":\d+/g, '')
const save = (brand: Partial<Brand>) =>
  admin.call('PATCH /api/admin/settings', { brand: { ...NO_BRAND, ...brand } })
const stylesheetIn = (html: string) => /href="(\/looks\/[^"]+)"/.exec(html)?.[1]

async function upload(name: string, width: number, height: number) {
  const background = { r: 30, g: 90, b: 140, alpha: 0.5 }
  const file = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
  return admin.call('POST /api/admin/images', { name, file: new Uint8Array(file) })
}

describe('the brand of a fresh install', () => {
  test('adds nothing to the home page, before a change and after it was undone', async () => {
    const before = await home()
    expect(before).not.toContain('/looks/')
    expect(before).not.toContain('"look"')
    await save({ accent: '#1f5f8b', tagline: 'Good things.' })
    expect(await home()).not.toBe(before)
    await save({})
    expect(await home()).toBe(before)
  })
})

describe('a changed brand', () => {
  test('colors every page from the next request on, in both themes, by one stylesheet that browsers keep', async () => {
    await save({ accent: '#1F5F8B', corners: 'square' })
    for (const page of ['/', '/about', '/product/halo-desk-lamp', '/admin']) {
      const html = (await send(page)).text
      expect(stylesheetIn(html), page).toMatch(/^\/looks\/1f5f8b-square-editorial\.[0-9a-f]{8}\.css$/)
    }
    const { headers, text } = await send(stylesheetIn(await home()) ?? '')
    expect(headers['content-type']).toBe('text/css; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(text).toContain(':root{--accent:#1f5f8b}')
    expect(text).toContain('--card-radius:0;--field-radius:0')
    const [dark = ''] = /(?<=\[data-theme='dark'\]\{--accent:)#\w+/.exec(text) ?? []
    expect(contrastOf(dark, '#14120f')).toBeGreaterThan(4.5)
  })

  test('has the same stylesheet under the address of another version, which browsers keep only briefly', async () => {
    const { status, headers, text } = await send('/looks/1f5f8b-square-editorial.00000000.css')
    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(text).toContain('#1f5f8b')
  })

  test.each([
    '/looks/ffff00-square-editorial.00000000.css',
    '/looks/1f5f8b-oval-editorial.00000000.css',
    '/looks/1f5f8b-square-comic.00000000.css',
    '/looks/x.css',
    '/looks/',
  ])('has no stylesheet at %s', async (url) => expect((await send(url)).status).toBe(404))

  test('replaces the texts of the header, the footer, and the search, and none of the others', async () => {
    await save({
      isAnnounced: true,
      announcement: 'Free shipping until Sunday',
      announcementLink: '/shipping',
      searchPlaceholder: 'Search for chairs...',
      tagline: 'Chairs for life.',
      copyright: '© {year} {name} Ltd.',
      social: 'https://www.instagram.com/plinth\nhttps://shop.example/blog',
    })
    const html = await home()
    expect(html).toMatch(
      /<aside aria-label="Announcement"[^>]*><a [^>]*href="\/shipping">Free shipping until Sunday</,
    )
    expect(html).toContain('placeholder="Search for chairs..."')
    expect(html).toContain('>Chairs for life.</p>')
    expect(html).toContain('<title>Plinth – Chairs for life</title>')
    expect(html).toContain(`© ${new Date().getUTCFullYear()} Plinth Ltd.`)
    expect(html).toMatch(/href="https:\/\/www\.instagram\.com\/plinth">Instagram</)
    expect(html).toMatch(/href="https:\/\/shop\.example\/blog">shop\.example</)
    expect((await send('/manifest.webmanifest')).text).toContain('Chairs for life.')
    expect((await send('/admin')).text).not.toContain('aria-label="Announcement"')
  })

  test('shows the name of a shop as it is in the footer', async () => {
    await admin.call('PATCH /api/admin/settings', { shopName: '$& $1 Store' })
    await save({ copyright: 'By {name}' })
    expect(await home()).toContain('By $&amp; $1 Store')
    await admin.call('PATCH /api/admin/settings', { shopName: 'Plinth' })
  })

  test('is undone from the audit log', async () => {
    await save({ accent: '#1f5f8b' })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'settings' })
    await admin.call('POST /api/admin/audit/:id/undo', { id: entry?.id ?? 0 })
    expect(await home()).not.toContain('/looks/')
  })
})

describe('the logo', () => {
  test('replaces the name in the header, and becomes the icons of tabs and phones', async () => {
    const installed = (await icon('/icon-192.png')).rawPayload
    const logo = await upload('logo.png', 300, 100)
    const darkLogo = await upload('dark-logo.png', 320, 100)
    await save({ logo, darkLogo })
    const html = await home()
    const address = logo.url.replace('/images/', '/images/480/')
    expect(html).toContain(
      `<img width="300" height="100" src="${address}" alt="Plinth" class="logo for-light"/>`,
    )
    expect(html).toContain('class="logo for-dark"')
    expect(html).toMatch(/<link rel="icon" type="image\/png" href="\/icon-32\.png\?v=[0-9a-f]{8}"\/>/)
    for (const [url, size] of [
      ['/icon-32.png', 32],
      ['/favicon.ico', 32],
      ['/apple-touch-icon.png', 180],
      ['/icon-192.png', 192],
      ['/icon-512.png', 512],
      ['/icon-maskable.png', 512],
    ] as const) {
      const { headers, rawPayload } = await icon(url)
      expect(headers['content-type'], url).toBe('image/png')
      const { width, height, format } = await sharp(rawPayload).metadata()
      expect({ width, height, format }, url).toEqual({ width: size, height: size, format: 'png' })
    }
    expect((await icon('/icon-192.png')).rawPayload.equals(installed)).toBe(false)
    expect(JSON.parse((await send('/manifest.webmanifest')).text).icons[0].src).toBe('/icon-192.png')
    const { isOpaque } = await sharp((await icon('/apple-touch-icon.png')).rawPayload).stats()
    expect(isOpaque).toBe(true)
  })

  test('has the size of the upload, not the one that the admin sends, and must be an image of this shop', async () => {
    const { url } = await upload('real.png', 300, 100)
    const { brand } = await save({ logo: { url, width: 9, height: 9 } })
    expect(brand.logo).toEqual({ url, width: 300, height: 100 })
    for (const wrong of [
      '/images/gone.00000000ffffff.jpg',
      'https://elsewhere.example/logo.png',
      '/icon.svg',
    ])
      await expect(save({ logo: { url: wrong, width: 1, height: 1 } })).rejects.toMatchObject({ status: 400 })
  })

  test('is never markup: an SVG file is rejected', async () => {
    const file = new TextEncoder().encode(
      '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>',
    )
    await expect(admin.call('POST /api/admin/images', { name: 'logo.svg', file })).rejects.toMatchObject({
      status: 400,
    })
  })
})

describe('a brand that would be hard to read or to use', () => {
  test.each([
    ['#ffd400', /^#ffd400 is too light .* The nearest color that passes is (#[0-9a-f]{6})\.$/],
    ['#ffffff', /^#ffffff is too light .* passes is (#[0-9a-f]{6})\.$/],
  ])(
    'is rejected for the accent %s, with the nearest color that passes, which then is saved',
    async (accent, says) => {
      const error = await save({ accent }).catch((error) => error)
      expect(error).toMatchObject({ status: 400, errors: [{ path: 'brand.accent' }] })
      const nearest = says.exec(error.message)?.[1] ?? ''
      expect((await save({ accent: nearest })).brand.accent).toBe(nearest)
    },
  )

  test.each([
    [{ accent: 'blue' }, 'brand.accent'],
    [{ isAnnounced: true }, 'brand.announcement'],
    [{ announcementLink: 'javascript:alert(1)' }, 'brand.announcementLink'],
    [{ announcementLink: '//elsewhere.example' }, 'brand.announcementLink'],
    [{ social: 'instagram.com/plinth' }, 'brand.social'],
    [{ tagline: 'a'.repeat(121) }, 'brand.tagline'],
  ])('is rejected: %j', async (brand, path) => {
    await expect(save(brand)).rejects.toMatchObject({ status: 400, errors: [{ path }] })
  })
})
