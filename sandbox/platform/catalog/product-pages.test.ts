import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, type PlatformWorld } from '../fixtures.ts'

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

const pageQuery = `query ($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: ID) {
    nodes { id handle updatedAt }
    pageInfo { hasNextPage endCursor }
  }
}`

describe('the platform’s products', () => {
  it('are listed page by page, each once', async () => {
    const pages = await walk({ first: 7 })
    expect(pages.map(({ length }) => length)).toEqual([7, 7, 7, 7, 7, 3])
    expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(38)
  })

  it.each([
    ["updated_at:>'2026-09-02T00:00:00Z'", 3],
    ["updated_at:>='2026-09-04T01:53:19Z'", 1],
    ["updated_at:>'2026-09-04T01:53:19Z'", 0],
  ])('are found by %s', async (query, count) => {
    expect((await walk({ first: 250, query })).flat()).toHaveLength(count)
  })

  it('are found by no other field', async () => {
    const { errors } = await world.query(pageQuery, { first: 250, query: "changed_at:>'2026-09-02'" })
    expect(errors?.[0]?.message).toContain('is not emulated')
  })
})

describe('a generated store', () => {
  it('exists immediately, and can be paged through to object 25,000', async () => {
    expect(await world.api('PUT', '/platform/shelves', { generated: 25_300 })).toEqual({ products: 25_300 })
    const near = btoa(`gid://shopify/Product/${8_900_000_000_000 + 24_749}`)
    const response = await world.query<Page>(pageQuery, { first: 250, after: near })
    expect(response.data.products.nodes).toHaveLength(250)
    expect(response.data.products.pageInfo.hasNextPage).toBe(true)
    const beyond = await world.query(pageQuery, {
      first: 250,
      after: response.data.products.pageInfo.endCursor,
    })
    expect(beyond.errors?.[0]?.message).toContain('25000')
    const { data } = await world.query(
      '{ upTo: productsCount { count } all: productsCount(limit: null) { count } }',
    )
    expect(data).toEqual({ upTo: { count: 10_000 }, all: { count: 25_300 } })
  })

  it('can be reproduced exactly', async () => {
    await world.api('PUT', '/platform/shelves', { generated: 3 })
    expect((await walk({ first: 9 })).flat().map(({ handle }) => handle)).toEqual([
      'generated-1',
      'generated-2',
      'generated-3',
    ])
    expect(await world.api('PUT', '/platform/shelves')).toEqual({ products: 38 })
  })
})

async function walk(variables: { first: number; query?: string }) {
  const pages: Page['products']['nodes'][] = []
  let after: string | null = null
  for (;;) {
    const { data }: { data: Page } = await world.query<Page>(pageQuery, { ...variables, after })
    pages.push(data.products.nodes)
    if (!data.products.pageInfo.hasNextPage) return pages
    after = data.products.pageInfo.endCursor
  }
}
