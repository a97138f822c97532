import { readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { NO_BRAND } from '#contract/looks/brand.ts'
import { FONT_PAIRS, type FontPair } from '#contract/looks/rules.ts'
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

const OTHERS = FONT_PAIRS.filter((name) => name !== 'editorial')
const send = (url: string) => shop.visitor().send({ url })
const choose = (fonts: FontPair) => admin.call('PATCH /api/admin/settings', { brand: { ...NO_BRAND, fonts } })
const preloadsIn = (html: string) =>
  Array.from(html.matchAll(/<link[^>]*as="font"[^>]*href="([^"]+)"/g), ([, url = '']) => url)
const fontUrlsIn = (css: string) =>
  Array.from(css.matchAll(/url\((\/fonts\/[^)]+)\)/g), ([, url = '']) => url)
const rangesIn = (css: string) =>
  Array.from(css.matchAll(/unicode-range:\s*([^;}]+)/g), ([, range = '']) =>
    range.replaceAll(/\s+/g, ' ').trim(),
  )

describe('the fonts of a fresh install', () => {
  test('are the only ones that a page loads', async () => {
    const html = (await send('/')).text
    const preloads = preloadsIn(html)
    expect(preloads).toHaveLength(2)
    for (const url of preloads) expect(url).toMatch(/^\/assets\/(instrument-sans|newsreader)/)
    expect(html).not.toContain('/fonts/')
  })
})

describe.each(OTHERS)('the chosen fonts %s', (name) => {
  test('replace the preloaded ones, and have the same characters as the installed ones', async () => {
    await choose(name)
    const html = (await send('/')).text
    const preloads = preloadsIn(html)
    const css = (await send(/href="(\/looks\/[^"]+)"/.exec(html)?.[1] ?? '')).text
    const urls = fontUrlsIn(css)
    expect(urls).toHaveLength(4)
    expect(preloads).toEqual([urls[2], urls[0]])
    const installed = rangesIn(readFileSync('web/theme.css', 'utf8'))
    expect(rangesIn(css)).toEqual(installed)
    for (const url of urls) {
      const { status, headers } = await send(url)
      expect(status, url).toBe(200)
      expect(headers['content-type']).toBe('font/woff2')
      expect(headers['cache-control']).toContain('immutable')
    }
  })

  test('have local fonts of the same size for headings and text until they have loaded', async () => {
    await choose(name)
    const css = (await send(/href="(\/looks\/[^"]+)"/.exec((await send('/')).text)?.[1] ?? '')).text
    const families = css.match(/@font-face[^}]+size-adjust[^}]+/g) ?? []
    expect(families).toHaveLength(6)
    const named = families.map((face) => /font-family: '([^']+)'/.exec(face)?.[1] ?? '')
    for (const variable of ['heading', 'text']) {
      const [stack = ''] = new RegExp(`--${variable}-font: [^;]+`).exec(css) ?? []
      expect(named.filter((family) => stack.includes(`'${family}'`)).length, variable).toBe(3)
    }
  })
})

test('a font that no pair has isn’t found', async () => {
  expect((await send('/fonts/comic.00000000.woff2')).status).toBe(404)
})
