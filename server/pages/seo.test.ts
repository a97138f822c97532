import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { encode } from '../platform/http/encodings.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
const page = async (url: string) => (await shop.visitor().send({ url })).text
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1]
const canonical = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1]
type Facts = Record<string, unknown> & { '@type': string }
const factsIn = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json ?? '') as Facts,
  )
const factOf = (html: string, type: string) => factsIn(html).find((facts) => facts['@type'] === type)

/** The fields that schema.org and the search engines' guidelines require for each type. */
const REQUIRED: Record<string, string[]> = {
  Organization: ['name', 'url', 'logo'],
  WebSite: ['name', 'url', 'potentialAction'],
  Product: ['name', 'image', 'description', 'offers'],
  Offer: ['price', 'priceCurrency', 'availability', 'url'],
  AggregateRating: ['ratingValue', 'reviewCount', 'bestRating'],
  BreadcrumbList: ['itemListElement'],
}
const expectComplete = (facts: Facts | undefined) => {
  expect(Object.keys(facts ?? {})).toEqual(
    expect.arrayContaining(REQUIRED[facts?.['@type'] ?? ''] ?? ['@type']),
  )
}

describe('titles and URLs', () => {
  test('the home page names the shop and its canonical URL', async () => {
    const html = await page('/')
    expect(html).toContain('<title>Plinth – premium desk accessories</title>')
    expect(canonical(html)).toBe('http://localhost:3000/')
    expect(meta(html, 'description')).toContain('Premium desk accessories')
  })

  test('categories and list pages have their own canonical URLs, but filters do not', async () => {
    expect(canonical(await page('/?categoryId=3'))).toBe('http://localhost:3000/?categoryId=3')
    expect(canonical(await page('/?page=2'))).toBe('http://localhost:3000/?page=2')
    expect(canonical(await page('/?categoryId=3&sort=price_asc&minPrice=25&color=black'))).toBe(
      'http://localhost:3000/?categoryId=3',
    )
    expect(await page('/?categoryId=3')).toContain('<title>Lighting – Plinth</title>')
  })

  test.each([
    ['/contact', 'Contact Us'],
    ['/privacy-policy', 'Privacy Policy'],
    ['/terms-conditions', 'Terms &amp; Conditions'],
    ['/shipping', 'Shipping'],
    ['/returns', 'Returns'],
    ['/faq', 'Frequently Asked Questions'],
    ['/about', 'About Us'],
  ])('%s has a title, a description, and its content without JavaScript', async (url, title) => {
    const html = await page(url)
    expect(html).toContain(`<title>${title} – Plinth</title>`)
    expect(canonical(html)).toBe(`http://localhost:3000${url}`)
    expect(meta(html, 'description')?.length).toBeGreaterThan(50)
    expect(html.slice(0, html.indexOf('id="plinth-state"'))).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`))
  })

  test('search results are excluded from search engines', async () => {
    expect(meta(await page('/?search=lamp'), 'robots')).toBe('noindex')
    expect(meta(await page('/'), 'robots')).toBeUndefined()
  })

  test.each(['/profile', '/favorites', '/orders', '/admin'])(
    '%s has a title before anyone is known to be signed in, and is excluded from search engines',
    async (url) => {
      const html = await page(url)
      expect(html).toContain('<title>Plinth</title>')
      expect(meta(html, 'robots')).toBe('noindex')
    },
  )

  test.each([
    ['/?page=9999', 'a page past the last one'],
    ['/?categoryId=999', 'an unknown category'],
  ])('%s is excluded as %s', async (url) => {
    expect(meta(await page(url), 'robots')).toBe('noindex')
    expect(meta(await page('/?page=2'), 'robots')).toBeUndefined()
    expect(meta(await page('/?categoryId=3'), 'robots')).toBeUndefined()
  })

  test('a product requested by its ID has its slug in the canonical URL', async () => {
    expect(canonical(await page('/product/2'))).toBe('http://localhost:3000/product/halo-desk-lamp')
  })
})

describe('link previews', () => {
  test.each(['/', '/product/walnut-monitor-stand'])(
    'of %s have a title, a description, and an existing picture',
    async (url) => {
      const html = await page(url)
      expect(meta(html, 'og:title')).toBeTruthy()
      expect(meta(html, 'og:description')).toBeTruthy()
      expect(meta(html, 'og:url')).toBe(canonical(html))
      expect(meta(html, 'twitter:card')).toBe('summary_large_image')
      const picture = new URL(meta(html, 'og:image') ?? '')
      const response = await shop.visitor().send({ url: picture.pathname })
      expect(response.status).toBe(200)
      expect(response.headers['content-type']).toBe('image/jpeg')
    },
  )
})

describe('structured data for search engines', () => {
  test('has a complete Organization and a complete WebSite with its search', async () => {
    const html = await page('/')
    const organization = factOf(html, 'Organization')
    expectComplete(organization)
    const logo = await shop.visitor().send({ url: new URL(String(organization?.logo)).pathname })
    expect(logo.headers['content-type']).toBe('image/svg+xml')
    expectComplete(factOf(html, 'WebSite'))
    expect(JSON.stringify(factOf(html, 'WebSite'))).toContain('/?search={search_term_string}')
  })

  test('has a complete Product with Offer and BreadcrumbList, and no rating without real reviews', async () => {
    const html = await page('/product/halo-desk-lamp')
    const product = factOf(html, 'Product')
    expectComplete(product)
    expectComplete(product?.offers as Facts)
    expect(product?.offers).toMatchObject({ price: '129.00', availability: 'https://schema.org/InStock' })
    expectComplete(factOf(html, 'BreadcrumbList'))
    expect(product?.aggregateRating).toBeUndefined()
  })

  test('has the SKU and the GTIN of a product without options, whose page shows the SKU', async () => {
    const codes = { sku: 'TRAY-1', barcode: '4006381333931' }
    const { id } = await fixtures.aProduct(shop, { name: 'Coded Tray', ...codes })
    const html = await page(`/product/${id}`)
    expect(factOf(html, 'Product')).toMatchObject({ sku: 'TRAY-1', gtin13: '4006381333931' })
    expect(html).toContain('SKU: TRAY-1')
    const lamp = await page('/product/halo-desk-lamp')
    expect(factOf(lamp, 'Product')).toMatchObject({ sku: expect.stringMatching(/^\d+$/) })
    expect(lamp).not.toContain('SKU:')
  })

  test('has a ProductGroup with an Offer for each variant of a product with options', async () => {
    const { id } = await fixtures.aProductInColors(shop, { Gray: 3, Blue: 0 }, { name: 'Grouped Mat' })
    const admin = await fixtures.anAdmin(shop)
    const { options } = await admin.call('GET /api/admin/products/:id', { id })
    await admin.call('PUT /api/admin/products/:id/variants', {
      id,
      options,
      variants: [
        { optionValues: ['Gray'], sku: 'GROUPED-GRAY', barcode: '4006381333931' },
        { optionValues: ['Blue'], sku: null, barcode: '96385074' },
      ],
    })
    const html = await page(`/product/${id}?variant=${id}`)
    const group = factOf(html, 'ProductGroup')
    expect(group).toMatchObject({
      productGroupID: String(id),
      variesBy: ['https://schema.org/color'],
      hasVariant: [
        {
          color: 'Gray',
          sku: 'GROUPED-GRAY',
          gtin13: '4006381333931',
          offers: { availability: 'https://schema.org/InStock' },
        },
        {
          name: 'Grouped Mat (Blue)',
          gtin8: '96385074',
          offers: { availability: 'https://schema.org/OutOfStock' },
        },
      ],
    })
    expect(group).not.toHaveProperty('offers')
    const variants = (group?.hasVariant ?? []) as Facts[]
    for (const { offers } of variants) expectComplete(offers as Facts)
    expect(html).toContain(`rel="canonical" href="http://localhost:3000/product/${id}"`)
  })

  test('weighs less than 12 kB, as cached and sent, for a product with 100 variants', async () => {
    // Other tests add products, which the page shows below this one.
    const shop = await openTestShop()
    const admin = await fixtures.anAdmin(shop)
    const { id } = await shop.visitor().call('GET /api/products/:slugOrId', { slugOrId: 'leather-desk-pad' })
    const { images } = await admin.call('GET /api/admin/products/:id', { id })
    const colors = ['Gray', 'Blue', 'Black', 'White', 'Walnut', 'Oak', 'Sand', 'Moss', 'Clay', 'Rust']
    const sizes = colors.map((_, index) => `${600 + index * 150} mm`)
    await admin.call('PUT /api/admin/products/:id/variants', {
      id,
      options: [
        { name: 'Color', values: colors },
        { name: 'Size', values: sizes },
      ],
      variants: sizes.flatMap((size, row) =>
        colors.map((color, column) => ({
          optionValues: [color, size],
          sku: `PAD-${color.slice(0, 3).toUpperCase()}-${size.slice(0, -3)}`,
          price: `${40 + ((row * 37 + column * 53) % 90)}.99`,
          oldPrice: (row + column) % 3 === 0 ? '199.00' : null,
          stockQuantity: (row * 31 + column * 17) % 60,
          image: images[column % images.length]?.url ?? null,
        })),
      ),
    })
    const html = (await shop.visitor().send({ url: `/product/${id}` })).text
    expect(html).toContain('PAD-RUS-')
    expect((await encode(Buffer.from(html), 'br')).length).toBeLessThan(12_000)
  })

  test('has what shipping costs by country where it is a flat rate or free, once the owner has set up zones', async () => {
    const admin = await fixtures.anAdmin(shop)
    const shippingOf = async (address: string) => {
      const html = await page(address)
      const group = factOf(html, 'ProductGroup')
      const variants = (group?.hasVariant ?? [factOf(html, 'Product')]) as { offers: Facts }[]
      return variants.map(({ offers }) => offers.shippingDetails)
    }
    const lamp = '/product/halo-desk-lamp'
    expect(await shippingOf(lamp)).toEqual([undefined])
    const days = { from: 2, to: 4 }
    const banded = { kind: 'weight' as const, name: 'Parcel', rate: '20', bands: [{ upTo: 1, rate: '9' }] }
    await admin.call('PATCH /api/admin/settings', {
      zones: [
        {
          name: 'Near',
          countries: ['DE', 'AT', 'CH'],
          methods: [
            { kind: 'flat', name: 'Express', rate: '19' },
            { kind: 'flat', name: 'Mail', rate: '4.90', freeFrom: '500', days },
          ],
        },
        {
          name: 'Zurich',
          countries: ['CH'],
          postalCodes: ['80'],
          methods: [{ kind: 'flat', name: 'Van', rate: '2' }],
        },
        { name: 'Far', countries: ['US'], methods: [banded] },
        {
          name: 'Store',
          countries: ['FR'],
          methods: [
            {
              kind: 'pickup',
              name: 'Pickup',
              address: { address: 'Main Street 1', city: 'Paris', zipCode: '75005', country: 'FR' },
            },
          ],
        },
        { name: 'World', countries: null, methods: [{ kind: 'flat', name: 'Mail', rate: '30' }] },
      ],
    })
    const near = {
      shippingRate: { '@type': 'MonetaryAmount', value: '4.90', currency: 'USD' },
      shippingDestination: [{ addressCountry: 'DE' }, { addressCountry: 'AT' }],
      deliveryTime: { transitTime: { minValue: 2, maxValue: 4, unitCode: 'DAY' } },
    }
    expect(await shippingOf(lamp)).toMatchObject([[near]])
    const free = await fixtures.aProduct(shop, { shippingCostCents: 0 })
    expect(await shippingOf(`/product/${free.slug ?? free.id}`)).toMatchObject([
      [{ shippingRate: { value: '0.00' } }, { shippingDestination: [{ addressCountry: 'US' }] }],
    ])
    const { id } = await fixtures.aProductInColors(shop, { Gray: 3, Blue: 1 })
    const [first, second] = await shippingOf(`/product/${id}`)
    expect(first).toMatchObject([near])
    expect(second).toEqual([{ '@id': (first as Facts[])[0]?.['@id'] }])
    await admin.call('PATCH /api/admin/settings', { zones: null })
  })

  test('has the product description as plain text, with its entities decoded once', async () => {
    const product = await fixtures.aProduct(shop, {
      description: '<p>Type &amp;lt; for &lt; &amp; "more"</p>',
    })
    const facts = factOf(await page(`/product/${product.slug ?? product.id}`), 'Product')
    expect(facts?.description).toBe('Type &lt; for < & "more"')
  })

  test.each([
    ['halo-desk-lamp', 'Product'],
    ['cable-dock', 'ProductGroup'],
  ])('has an AggregateRating of %s from real reviews', async (slug, type) => {
    await shop.shop.db
      .updateTable('products')
      .set({ has_reviews: true, rating: '4.5', review_count: 2 })
      .where('slug', '=', slug)
      .execute()
    const rating = factOf(await page(`/product/${slug}`), type)?.aggregateRating as Facts
    expectComplete(rating)
    expect(rating).toMatchObject({ ratingValue: '4.5', reviewCount: 2 })
  })
})
