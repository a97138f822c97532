import { beforeAll, describe, expect, test } from 'vitest'
import { PAGE_MESSAGES } from '#contract/pages/rules.ts'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { HOSTILE } from '../../tests/support/hostile-html.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

const RUNS =
  /<(script|style|iframe|object|embed|form|svg|math|img|link|base|meta)\b|\son\w+\s*=|javascript:|style=/i

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const TEXT = { searchTitle: '', searchDescription: '', isPublished: true }

/** Saves a page over its current version. */
async function write(name: string, changes: object) {
  const { version } = await admin.call('GET /api/admin/pages/:name', { name }).catch(() => ({ version: 0 }))
  const page = { ...TEXT, title: 'A page', html: '<p>Text.</p>', name, version, ...changes }
  return admin.call('PUT /api/admin/pages/:name', page)
}
async function remove(name: string) {
  const { version } = await admin.call('GET /api/admin/pages/:name', { name })
  return admin.call('DELETE /api/admin/pages/:name', { name, version })
}
async function restore(name: string) {
  const { version } = await admin.call('GET /api/admin/pages/:name', { name })
  return admin.call('POST /api/admin/pages/:name/original', { name, version })
}
const open = (url: string) => shop.visitor().send({ url })
const sitemap = async () => (await open('/sitemap.xml')).text
const stored = () => shop.shop.db.selectFrom('page_versions').selectAll().execute()

describe('the pages of a fresh install', () => {
  test('are those of the specification and ours, with nothing stored', async () => {
    expect(await stored()).toEqual([])
    const pages = await admin.call('GET /api/admin/pages')
    expect(pages.map(({ address, state, version }) => [address, state, version])).toEqual([
      ['/about', 'original', 0],
      ['/faq', 'original', 0],
      ['/shipping', 'original', 0],
      ['/returns', 'original', 0],
      ['/privacy-policy', 'original', 0],
      ['/terms-conditions', 'original', 0],
      ['/imprint', 'unwritten', 0],
      ['/withdrawal-policy', 'unwritten', 0],
      ['/accessibility', 'unwritten', 0],
      ['/cookies', 'unwritten', 0],
    ])
    expect(await shop.visitor().call('GET /api/shop')).not.toHaveProperty('ownTexts')
  })

  test.each(['/imprint', '/withdrawal-policy', '/accessibility', '/cookies', '/pages/about', '/pages/none'])(
    '%s isn’t there until the store owner writes it',
    async (address) => {
      const { status, text } = await open(address)
      expect(status).toBe(404)
      expect(text).toContain('404 Page Not Found')
      expect(await sitemap()).not.toContain(address)
    },
  )
})

describe('an edited page', () => {
  test('replaces the original text at the same URL, until the original is restored', async () => {
    const whole = async () => (await open('/about')).text.replace(/"madeAt":\d+/, '')
    const before = await whole()
    const saved = await write('about', {
      title: 'About Desks & Co',
      html: '<h2>Since 1987</h2><p>We sell desks.</p>',
      searchTitle: 'Who we are',
      searchDescription: 'A family business.',
    })
    expect(saved).toMatchObject({ state: 'published', version: 1, address: '/about' })
    const { status, text } = await open('/about')
    expect(status).toBe(200)
    expect(text).toContain('<h2>Since 1987</h2><p>We sell desks.</p>')
    expect(text).toContain('About Desks &amp; Co</h1>')
    expect(text).toContain('<title>Who we are – Plinth</title>')
    expect(text).toContain('<meta name="description" content="A family business."/>')
    expect(text).toContain('<link rel="canonical" href="http://localhost:3000/about"/>')
    expect(text).not.toContain('Our promises')
    expect(await sitemap()).toMatch(/about<\/loc><lastmod>/)

    expect(await restore('about')).toMatchObject({ state: 'original', version: 2, html: null })
    expect(await restore('about')).toMatchObject({ version: 2 })
    expect(await whole()).toBe(before)
  })

  test('shows when a policy was last changed', async () => {
    await write('terms-conditions', { title: 'Terms' })
    const today = new Date().toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const { text } = await open('/terms-conditions')
    expect(text.replaceAll('<!-- -->', '')).toContain(`Last updated ${today}`)
    expect(text).not.toContain('April 17, 2025')
    await restore('terms-conditions')
    expect((await open('/terms-conditions')).text).toContain('April 17, 2025')
  })

  test('drops the cached page immediately', async () => {
    await open('/faq')
    await write('faq', { html: '<p>Ask us anything.</p>' })
    expect((await open('/faq')).text).toContain('Ask us anything.')
    await restore('faq')
  })

  test('can be unpublished, unless other pages link to it', async () => {
    await write('faq', { isPublished: false })
    expect((await open('/faq')).status).toBe(404)
    expect(await sitemap()).not.toContain('/faq<')
    await restore('faq')
    expect((await open('/faq')).status).toBe(200)
    for (const name of ['terms-conditions', 'privacy-policy', 'shipping', 'returns'])
      await expect(write(name, { isPublished: false })).rejects.toMatchObject({
        status: 400,
        errors: [{ path: 'isPublished', message: PAGE_MESSAGES.required }],
      })
  })

  test('is rejected if another admin changed it in the meantime, and names who', async () => {
    await write('about', { title: 'One' })
    const { version } = await admin.call('GET /api/admin/pages/:name', { name: 'about' })
    await write('about', { title: 'Two' })
    await expect(write('about', { title: 'Three', version })).rejects.toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
      serverMessage: expect.stringContaining(admin.user.username),
    })
    expect(await admin.call('GET /api/admin/pages/:name', { name: 'about' })).toMatchObject({ title: 'Two' })
    await restore('about')
  })

  test('saved twice at once from the same version is saved once', async () => {
    const page = { ...TEXT, name: 'about', title: 'About', html: '<p>At once.</p>' }
    const { version } = await admin.call('GET /api/admin/pages/:name', { name: 'about' })
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => admin.call('PUT /api/admin/pages/:name', { ...page, version })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await restore('about')
  })

  test('is in the audit log with its version, and without its text', async () => {
    await write('about', { title: 'Logged', html: '<p>Secret recipe.</p>' })
    const [entry] = await admin.call('GET /api/admin/audit', { kind: 'page', subjectId: 'about' })
    expect(entry).toMatchObject({ action: 'page.changed', subjectName: 'Logged', canUndo: false })
    expect(entry?.after).toMatchObject({ title: 'Logged', state: 'published' })
    expect(JSON.stringify(entry)).not.toContain('Secret recipe')
    await restore('about')
  })
})

describe('the versions of a page', () => {
  test('are all kept, with who saved them and when, and can be restored', async () => {
    await write('returns', { title: 'First', html: '<p>30 days.</p>' })
    await write('returns', { title: 'Second', html: '<p>60 days.</p>' })
    const versions = await admin.call('GET /api/admin/pages/:name/versions', { name: 'returns' })
    expect(versions.map(({ version, title, state, by }) => [version, title, state, by])).toEqual([
      [2, 'Second', 'published', admin.user.username],
      [1, 'First', 'published', admin.user.username],
    ])
    const first = await admin.call('GET /api/admin/pages/:name/versions/:version', {
      name: 'returns',
      version: 1,
    })
    expect(first.html).toBe('<p>30 days.</p>')
    await write('returns', { title: first.title, html: first.html })
    expect((await open('/returns')).text).toContain('30 days.')
  })

  test('can’t be changed or deleted, even in the database', async () => {
    const { db } = shop.shop
    await write('returns', { html: '<p>Kept.</p>' })
    await expect(db.deleteFrom('page_versions').execute()).rejects.toThrow('append-only')
    await expect(db.updateTable('page_versions').set({ html: '' }).execute()).rejects.toThrow('append-only')
    await restore('returns')
  })
})

describe('a page that the store owner adds', () => {
  test('is at its own URL and in the sitemap, and gone once it is deleted', async () => {
    const saved = await write('size-guide', { title: 'Size guide', html: '<p>Measure twice.</p>' })
    expect(saved).toMatchObject({ address: '/pages/size-guide', state: 'published', version: 1 })
    const { status, text } = await open('/pages/size-guide')
    expect(status).toBe(200)
    expect(text).toContain('Measure twice.')
    expect(text).toContain('<link rel="canonical" href="http://localhost:3000/pages/size-guide"/>')
    expect(await sitemap()).toContain('http://localhost:3000/pages/size-guide')
    await remove('size-guide')
    expect((await open('/pages/size-guide')).status).toBe(404)
    expect(await sitemap()).not.toContain('size-guide')
    await expect(admin.call('GET /api/admin/pages/:name', { name: 'size-guide' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await write('size-guide', { version: 0 })).toMatchObject({ version: 3 })
    await remove('size-guide')
  })

  test('needs a URL that no other page has', async () => {
    await write('care', {})
    await expect(write('care', { version: 0 })).rejects.toMatchObject({
      status: 409,
      errors: [{ path: 'name', message: PAGE_MESSAGES.taken }],
    })
    await expect(write('No URL', {})).rejects.toMatchObject({ status: 400 })
    await remove('care')
  })

  test('isn’t public before it is published', async () => {
    await write('draft', { isPublished: false, html: '<p>Not yet.</p>' })
    expect((await open('/pages/draft')).status).toBe(404)
    await expect(shop.visitor().call('GET /api/pages/:name', { name: 'draft' })).rejects.toMatchObject({
      status: 404,
    })
    await remove('draft')
  })
})

describe('a legal page', () => {
  test('can’t be published while something is left to fill in', async () => {
    const html = '<p>[Name of your company]</p><p>Main Street 1</p>'
    await write('imprint', { html, isPublished: false })
    await expect(write('imprint', { html })).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'html', message: PAGE_MESSAGES.placeholders('[Name of your company]') }],
    })
    await write('imprint', { html: '<p>Desks & Co GmbH</p>' })
    const { text } = await open('/imprint')
    expect(text).toContain('Desks &amp; Co GmbH')
    expect(await sitemap()).toContain('http://localhost:3000/imprint')
    await remove('imprint')
    expect((await open('/imprint')).status).toBe(404)
  })
})

describe('the text of a page', () => {
  test.each(HOSTILE)('is stored and shown without scripts and styles: %s', async (hostile) => {
    const saved = await write('hostile', { html: `<p>Before</p>${hostile}<p style="color:red">After</p>` })
    expect(saved.html).not.toMatch(RUNS)
    const { text } = await open('/pages/hostile')
    const shown = /class="rich-text "[^>]*>(.*?)<\/div>/s.exec(text)?.[1] ?? ''
    expect(shown).toContain('Before')
    expect(shown).not.toMatch(RUNS)
    await remove('hostile')
  })

  test('keeps links, and those to other sites have rel', async () => {
    const { html } = await write('links', {
      html: '<p><a href="/returns" onclick="x()">Returns</a> <a href="https://x.example/" target="_blank">X</a> <a href="//evil.example">Y</a> <a href="javascript:alert(1)">Z</a></p>',
    })
    expect(html).toBe(
      '<p><a href="/returns">Returns</a> <a href="https://x.example/" rel="nofollow noopener">X</a> <a rel="nofollow noopener">Y</a> <a rel="nofollow noopener">Z</a></p>',
    )
    await remove('links')
  })
})
