import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, type PlatformWorld } from '../given.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

interface Page {
  products: {
    nodes: { id: string; handle: string; updatedAt: string }[]
    pageInfo: { hasNextPage: boolean; endCursor: string | null }
  }
}

const pageQuery = `query ($first: Int!, $after: String, $query: String, $sortKey: ProductSortKeys, $reverse: Boolean) {
  products(first: $first, after: $after, query: $query, sortKey: $sortKey, reverse: $reverse) {
    nodes { id handle updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`

describe('products', () => {
  it('are walked page by page, each once', async () => {
    for (const sortKey of ['ID', 'UPDATED_AT', 'TITLE', 'PRODUCT_TYPE']) {
      for (const reverse of [false, true]) {
        const pages = await walk({ first: 7, sortKey, reverse })
        expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 2])
        expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(30)
      }
    }
  })

  it('are sorted by what is asked for', async () => {
    const moments = (await walk({ first: 30, sortKey: 'UPDATED_AT', reverse: true })).flat()
    const times = moments.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(times.toSorted().reverse())
  })

  it.each([
    ["updated_at:>'2026-09-02T00:00:00Z'", 3],
    ["updated_at:>='2026-09-04T01:53:19Z'", 1],
    ["updated_at:>'2026-09-04T01:53:19Z'", 0],
    ["updated_at:>'2026-09-01T00:00:00Z' AND status:active", 3],
    ['status:archived', 1],
    ['status:active,draft', 28],
    ['-status:active', 3],
    ['id:8801000000002 OR id:8801000000005', 2],
    ['id:<=8801000000010', 10],
    ['handle:letter-rack', 1],
    ['title:"Letter Rack"', 1],
  ])('are found by %s', async (query, count) => {
    expect((await walk({ first: 250, query })).flat()).toHaveLength(count)
    const { data } = await world.ask(
      'query ($query: String) { productsCount(query: $query) { count precision } }',
      {
        query,
      },
    )
    expect(data).toEqual({ productsCount: { count, precision: 'EXACT' } })
  })

  it('are all found where a filter is not understood, and only a warning says so', async () => {
    const answer = await world.ask<Page>(pageQuery, { first: 250, query: "changed_at:>'2026-09-02'" })
    expect(answer.data.products.nodes).toHaveLength(30)
    expect(answer.extensions?.search).toMatchObject([
      { path: ['products'], warnings: [{ field: 'changed_at', code: 'invalid_field' }] },
    ])
  })

  it('are found by their ids, in that order, and null where there is none', async () => {
    const ids = [3, 99, 1].map((number) => `gid://shopify/Product/${8_801_000_000_000 + number}`)
    const { data } = await world.ask(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Product { handle } } }',
      { ids },
    )
    expect(data).toEqual({
      nodes: [{ id: ids[0], handle: 'keycap-tray' }, null, { id: ids[2], handle: 'slate-65-keyboard' }],
    })
  })
})

describe('a store of any size', () => {
  it('is there at once, and is walked to object 25,000', async () => {
    expect(await world.api('PUT', '/platform/shelves', { generated: 25_300 })).toEqual({ products: 25_300 })
    const cursor = async (query: string) => {
      const { data } = await world.ask<Page>(pageQuery, { first: 1, query })
      return data.products.pageInfo.endCursor
    }
    const near = await cursor('handle:generated-24749')
    const answer = await world.ask<Page>(pageQuery, { first: 250, after: near })
    expect(answer.data.products.nodes).toHaveLength(250)
    expect(answer.data.products.pageInfo.hasNextPage).toBe(true)
    const beyond = await world.ask(pageQuery, { first: 250, after: answer.data.products.pageInfo.endCursor })
    expect(beyond.errors?.[0]?.message).toContain('25000')
    const { data } = await world.ask('{ productsCount { count precision } }')
    expect(data).toEqual({ productsCount: { count: 10_000, precision: 'AT_LEAST' } })
  })

  it('can be what everybody finds again', async () => {
    await world.api('PUT', '/platform/shelves', { generated: 3 })
    expect((await walk({ first: 9 })).flat().map(({ handle }) => handle)).toEqual([
      'generated-1',
      'generated-2',
      'generated-3',
    ])
    expect(await world.api('PUT', '/platform/shelves')).toEqual({ products: 30 })
  })
})

async function walk(asked: { first: number; query?: string; sortKey?: string; reverse?: boolean }) {
  const pages: Page['products']['nodes'][] = []
  let after: string | null = null
  for (;;) {
    const { data }: { data: Page } = await world.ask<Page>(pageQuery, { ...asked, after })
    pages.push(data.products.nodes)
    if (!data.products.pageInfo.hasNextPage) return pages
    after = data.products.pageInfo.endCursor
  }
}
