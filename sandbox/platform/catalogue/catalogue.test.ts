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

describe('the thirty products', () => {
  it('come whole, with their variants, options, weights, pictures and collections', async () => {
    const { data } = await world.ask(`{
      productByIdentifier(identifier: { handle: "reed-task-lamp" }) {
        id legacyResourceId title handle descriptionHtml status updatedAt productType totalInventory tracksInventory
        options { name optionValues { name } }
        media(first: 10) { nodes { alt ... on MediaImage { image { url width height } } } }
        collections(first: 10) { nodes { title handle } }
        variants(first: 10) {
          nodes {
            price compareAtPrice inventoryQuantity selectedOptions { name value }
            inventoryItem { tracked measurement { weight { value unit } } }
          }
        }
      }
    }`)
    expect(data).toEqual({
      productByIdentifier: {
        id: 'gid://shopify/Product/8801000000004',
        legacyResourceId: '8801000000004',
        title: 'Reed Task Lamp',
        handle: 'reed-task-lamp',
        descriptionHtml: expect.stringContaining('A reed of steel'),
        status: 'ACTIVE',
        updatedAt: expect.stringMatching(/^2026-0\d-\d\dT\d\d:\d\d:\d\dZ$/),
        productType: 'Lamps',
        totalInventory: 11,
        tracksInventory: true,
        options: [{ name: 'Colour', optionValues: [{ name: 'Black' }, { name: 'Brass' }] }],
        media: {
          nodes: [
            picture('2d2a26', 'Thin upright lamp with a small round head'),
            picture('b08d4c', 'The lamp in brass'),
          ],
        },
        collections: { nodes: [{ title: 'Lighting', handle: 'lighting' }] },
        variants: { nodes: [lamp('189.99', '229.99', 9, 'Black'), lamp('179.99', '219.99', 2, 'Brass')] },
      },
    })
  })

  it('have a picture at each address', async () => {
    const { data } = await world.ask<{ products: { nodes: { media: { nodes: Medium[] } }[] } }>(
      '{ products(first: 250) { nodes { media(first: 10) { nodes { ... on MediaImage { image { url } } } } } } }',
    )
    const addresses = data.products.nodes.flatMap(({ media }) =>
      media.nodes.flatMap(({ image }) => image?.url ?? []),
    )
    expect(addresses).toHaveLength(32)
    for (const address of addresses.slice(0, 3)) {
      const answer = await fetch(address)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await answer.arrayBuffer()).readUInt32BE(16)).toBe(1200)
    }
    expect((await fetch(`${world.url}/cdn/files/dragon-000000.png`)).status).toBe(404)
  })

  it('hold what a careful shop has to expect', async () => {
    const { data } = await world.ask<{ products: { nodes: Trap[] } }>(`{
      products(first: 250) {
        nodes {
          status descriptionHtml tracksInventory totalInventory productType
          collections(first: 1) { nodes { id } }
          media(first: 3) { nodes { status ... on MediaImage { image { url } } } }
          variants(first: 9) { nodes { price compareAtPrice inventoryItem { measurement { weight { unit } } } } }
        }
      }
    }`)
    const products = data.products.nodes
    const holds = (is: (product: Trap) => boolean) => products.filter(is).length
    expect(products).toHaveLength(30)
    expect(new Set(products.map(({ status }) => status))).toEqual(
      new Set(['ACTIVE', 'ARCHIVED', 'DRAFT', 'UNLISTED']),
    )
    expect(holds(({ descriptionHtml }) => descriptionHtml.includes('<script>'))).toBe(1)
    expect(holds(({ descriptionHtml }) => descriptionHtml === '')).toBe(1)
    expect(holds(({ tracksInventory }) => !tracksInventory)).toBe(1)
    expect(holds(({ totalInventory }) => totalInventory < 0)).toBe(1)
    expect(
      holds(({ collections, productType }) => collections.nodes.length === 0 && productType !== ''),
    ).toBe(3)
    expect(
      holds(({ collections, productType }) => collections.nodes.length === 0 && productType === ''),
    ).toBe(1)
    expect(holds(({ media }) => media.nodes.length === 0)).toBe(1)
    expect(holds(({ media }) => media.nodes.some(({ status }) => status === 'PROCESSING'))).toBe(1)
    expect(holds(({ variants }) => variants.nodes.length > 1)).toBeGreaterThan(4)
    const isNoDiscount = ({ price, compareAtPrice: was }: Trap['variants']['nodes'][number]) =>
      was !== null && Number(was) <= Number(price)
    expect(holds(({ variants }) => variants.nodes.some(isNoDiscount))).toBe(2)
    const units = products.flatMap(({ variants }) =>
      variants.nodes.map((one) => one.inventoryItem.measurement.weight.unit),
    )
    expect(new Set(units)).toEqual(new Set(['GRAMS', 'KILOGRAMS', 'OUNCES', 'POUNDS']))
  })
})

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

interface Medium {
  status: string
  image?: { url: string } | null
}

interface Trap {
  status: string
  descriptionHtml: string
  tracksInventory: boolean
  totalInventory: number
  productType: string
  collections: { nodes: unknown[] }
  media: { nodes: Medium[] }
  variants: {
    nodes: {
      price: string
      compareAtPrice: string | null
      inventoryItem: { measurement: { weight: { unit: string } } }
    }[]
  }
}

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

function picture(tint: string, alt: string) {
  const url = expect.stringMatching(new RegExp(`^${world.url}/cdn/files/lamp-${tint}\\.png\\?v=\\d+$`))
  return { alt, image: { url, width: 1200, height: 1200 } }
}

function lamp(price: string, compareAtPrice: string, inventoryQuantity: number, value: string) {
  return {
    price,
    compareAtPrice,
    inventoryQuantity,
    selectedOptions: [{ name: 'Colour', value }],
    inventoryItem: { tracked: true, measurement: { weight: { value: 5.1, unit: 'POUNDS' } } },
  }
}
