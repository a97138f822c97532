import pg from 'pg'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import * as fixtures from '../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../tests/support/shop.ts'
import { keepReads } from './platform/db/kept-reads.ts'
import type { Changes } from './platform/db/listen.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  vi.spyOn(shop.shop.changes, 'isSure').mockReturnValue(true)
  admin = await fixtures.anAdmin(shop)
})

describe('a page', () => {
  let texts: string[] = []
  let counting: ReturnType<typeof vi.spyOn> | null = null
  afterEach(() => counting?.mockRestore())

  function countStatements() {
    const { query } = pg.Client.prototype
    counting = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function record(
      this: pg.Client,
      ...args: unknown[]
    ) {
      texts.push((args[0] as { text?: string }).text ?? String(args[0]))
      return Reflect.apply(query, this, args)
    } as typeof query)
  }
  const readsOf = (table: string) => texts.filter((text) => new RegExp(`from "?${table}"?\\b`).test(text))

  test('reads again what a change affects, and shares the rest with other pages', async () => {
    const { id, slug } = await fixtures.aProduct(shop, { name: 'Kept Lamp', slug: 'kept-lamp' })
    const address = `/product/${slug}`
    await shop.app.inject('/')
    await shop.app.inject(address)
    await admin.call('PATCH /api/admin/products/:id', { id, price: '71.35' })
    countStatements()
    texts = []
    expect((await shop.app.inject(address)).body).toContain('$71.35')
    expect(readsOf('products')).not.toEqual([])
    expect([...readsOf('settings'), ...readsOf('categories')]).toEqual([])
  })

  test('shows the new settings and categories after a change', async () => {
    await shop.app.inject('/')
    await admin.call('PATCH /api/admin/settings', { shopName: 'Kept & Co' })
    await admin.call('POST /api/admin/categories', {
      name: 'Kept Things',
      slug: 'kept-things',
      description: 'Things.',
    })
    expect((await shop.app.inject('/')).body).toContain('Kept &amp; Co')
    expect((await shop.app.inject('/')).body).toContain('"Kept Things"')
  })

  test.each(['/', '/?categoryId=2&sort=price_asc', '/product/walnut-monitor-stand', '/shipping'])(
    'is the same whether its parts are kept or read: %s',
    async (url) => {
      await shop.app.inject(url)
      const kept = await shop.app.inject(url)
      const read = await shop.app.inject({ url, headers: { cookie: 'fresh=1' } })
      expect(timeless(kept.body) === timeless(read.body)).toBe(true)
    },
  )

  test('of a client that has just made a change keeps and finds nothing', async () => {
    await shop.app.inject('/')
    countStatements()
    texts = []
    await shop.app.inject({ url: '/', headers: { cookie: 'fresh=1' } })
    expect(readsOf('settings')).toHaveLength(1)
  })
})

const timeless = (text: string) => text.replaceAll(/"madeAt":\d+/g, '')

describe('a read', () => {
  test('is not kept if what it shows changes before it ends, or has changed since the request', async () => {
    const { changes, change } = someChanges()
    const readsSince = keepReads(changes)
    const read = (value: string, meanwhile: () => void = () => undefined, since = changes.version()) =>
      readsSince(since).read(
        'lamp',
        async () => {
          meanwhile()
          return value
        },
        () => ['product-1'],
      )
    expect(await read('old', () => change('product-1'))).toBe('old')
    expect(await read('newer')).toBe('newer')
    expect(await read('not read')).toBe('newer')
    change('product-2')
    expect(await read('not read')).toBe('newer')
    expect(await read('newest', undefined, changes.version() - 1)).toBe('newest')
    change('shop')
    expect(await read('last')).toBe('last')
  })
})

function someChanges() {
  const listeners: ((tags: ReadonlySet<string>) => void)[] = []
  let version = 1
  const changes = {
    version: () => version,
    isSure: () => true,
    onChange: (listener: (tags: ReadonlySet<string>) => void) => void listeners.push(listener),
  } as unknown as Changes
  return {
    changes,
    change(tag: string) {
      for (const listener of listeners) listener(new Set([tag]))
      version += 1
    },
  }
}
