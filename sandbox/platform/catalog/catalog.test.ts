import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, type PlatformWorld } from '../fixtures.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

describe('the first products', () => {
  it('are complete, with variants, options, weights, pictures and collections', async () => {
    const { data } = await world.query(`{
      product(id: "gid://shopify/Product/8801000000004") {
        id title handle descriptionHtml status updatedAt productType totalInventory tracksInventory
        options { name optionValues { name } }
        media(first: 10) { nodes { alt ... on MediaImage { image { url } } } }
        collections(first: 10) { nodes { title handle } }
        variants(first: 10) {
          nodes {
            price compareAtPrice inventoryQuantity
            inventoryItem { tracked measurement { weight { value unit } } }
          }
        }
      }
    }`)
    expect(data).toEqual({
      product: {
        id: 'gid://shopify/Product/8801000000004',
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
        variants: { nodes: [lamp('189.99', '229.99', 9), lamp('179.99', '219.99', 2)] },
      },
    })
  })

  it('have a picture at each URL', async () => {
    const { data } = await world.query<{ products: { nodes: { media: { nodes: Medium[] } }[] } }>(
      '{ products(first: 250) { nodes { media(first: 10) { nodes { ... on MediaImage { image { url } } } } } } }',
    )
    const addresses = data.products.nodes.flatMap(({ media }) =>
      media.nodes.flatMap(({ image }) => image?.url ?? []),
    )
    expect(addresses).toHaveLength(60)
    for (const address of addresses.slice(0, 3)) {
      const response = await fetch(address)
      expect(response.headers.get('content-type')).toBe('image/png')
      expect(Buffer.from(await response.arrayBuffer()).readUInt32BE(16)).toBe(1200)
    }
    for (const address of addresses.filter((one) => one.includes('.jpg'))) {
      const response = await fetch(address)
      expect(response.headers.get('content-type')).toBe('image/jpeg')
    }
    expect((await fetch(`${world.url}/cdn/files/..%2Fproducts.json`)).status).toBe(404)
    expect((await fetch(`${world.url}/cdn/files/dragon-000000.png`)).status).toBe(404)
  })

  it('contain the edge cases that a shop must handle', async () => {
    const { data } = await world.query<{ products: { nodes: Trap[] } }>(`{
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
    expect(products).toHaveLength(38)
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

function picture(tint: string, alt: string) {
  const url = expect.stringMatching(new RegExp(`^${world.url}/cdn/files/lamp-${tint}\\.png\\?v=\\d+$`))
  return { alt, image: { url } }
}

function lamp(price: string, compareAtPrice: string, inventoryQuantity: number) {
  return {
    price,
    compareAtPrice,
    inventoryQuantity,
    inventoryItem: { tracked: true, measurement: { weight: { value: 5.1, unit: 'POUNDS' } } },
  }
}
