import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, openSubscribedShop, type PlatformWorld } from '../fixtures.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

describe('the product list of the store editor', () => {
  it('is linked from the start page, which explains how a shop connects', async () => {
    const first = await read('/')
    expect(first).toContain('href="/platform"')
    expect(first).toContain('<dd>shpat_plinth_sandbox</dd>')
    expect(first).toContain('action="/faults/platform/throttled"')
  })

  it('shows every product with status, lowest price and inventory', async () => {
    const page = await read('/platform')
    expect(page).toContain('38 products')
    const row = rowOf(page, 'Reed Task Lamp')
    expect(row).toMatch(/Active.*from \$179\.99.*11 in stock.*Aug \d+, 2026/s)
    expect(rowOf(page, 'Headphone Hook')).toContain('not tracked')
    expect(rowOf(page, 'Nib &amp; Quill “Nº 5” Ink')).toContain('from $12.90')
  })

  it('can be searched by title and status, with a message if there are no results', async () => {
    expect(await read('/platform?words=LETTER')).toContain('1 product<')
    expect(await read('/platform?status=DRAFT')).toContain('Standing Mat, Second Try')
    expect(await read('/platform?words=%3Cb%3E')).toContain('No products match')
  })

  it('has pages in a large store', async () => {
    await world.api('PUT', '/platform/shelves', { generated: 120 })
    const next = /href="(\/platform\?[^"]*after=\d+)"/.exec(await read('/platform?words=product'))?.[1]
    const second = await read(next?.replaceAll('&amp;', '&') ?? '/no-link')
    expect(second).toContain('>Generated Product 51<')
    expect(second).not.toContain('>Generated Product 50<')
  })

  it('has a button that restores the first products', async () => {
    await world.api('PUT', '/platform/shelves', { generated: 2 })
    expect((await submit('/platform/shelves', {})).headers.get('location')).toBe('/platform')
    expect(await read('/platform')).toContain('38 products')
  })

  it('shows subscribers and deliveries, with a button to resend one', async () => {
    const shop = await openSubscribedShop(world)
    const { id } = await world.productCalled('letter-rack')
    await world.switchOn('webhook-lost')
    await world.api('PATCH', `/platform/products/${id}`, { title: 'Rack' })
    const page = await read('/platform')
    expect(page).toContain(`products/update is sent to ${shop.url}`)
    expect(page).toContain('<strong>Lost</strong>')
    await submit('/platform/webhooks/1/deliver', {})
    expect(shop.topics()).toEqual(['products/update'])
    expect(await read('/platform')).toContain('<strong>Delivered</strong>, attempt 1: 200 OK')
  })
})

describe('the product form of the store editor', () => {
  it('shows a product and changes it', async () => {
    const before = await world.productCalled('reed-task-lamp')
    const page = await read(`/platform/products/${before.id}`)
    expect(page).toContain('value="189.99"')
    expect(page).toContain('&lt;p&gt;A reed of steel')
    expect(page).toMatch(/value="lighting" checked/)

    const response = await submit(`/platform/products/${before.id}`, {
      title: 'Reed Lamp',
      handle: 'Reed Lamp!',
      status: 'UNLISTED',
      productType: 'Lamps',
      descriptionHtml: '<p>One.</p>\r\n<p>Two.</p>',
      'price-0': '150.00',
      'compareAtPrice-0': '',
      'inventoryQuantity-0': '-2',
      'price-1': '149.50',
      'compareAtPrice-1': '199.00',
      'inventoryQuantity-1': '5',
      'tracked-1': 'yes',
    })
    expect(response.headers.get('location')).toBe(`/platform/products/${before.id}`)
    const after = await world.productCalled('reed-lamp')
    expect(after).toMatchObject({
      id: before.id,
      title: 'Reed Lamp',
      status: 'UNLISTED',
      descriptionHtml: '<p>One.</p>\n<p>Two.</p>',
      collections: [],
      variants: [
        { price: '150.00', compareAtPrice: null, inventoryQuantity: -2, tracked: false },
        { price: '149.50', compareAtPrice: '199.00', inventoryQuantity: 5, tracked: true },
      ],
    })
    expect(after.variants.map(({ id }) => id)).toEqual(before.variants.map(({ id }) => id))
    expect(after.media).toEqual(before.media)
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
  })

  it('reports errors, changes nothing, and keeps the entered values', async () => {
    const { id, updatedAt } = await world.productCalled('letter-rack')
    const response = await submit(`/platform/products/${id}`, {
      title: 'Rack <1>',
      status: 'ACTIVE',
      'price-0': '12,5',
      'inventoryQuantity-0': 'many',
    })
    expect(response.status).toBe(400)
    const page = await response.text()
    expect(page).toMatch(/role="alert">A price must be written as 12\.50\. Inventory must be a whole number</)
    expect(page).toContain('value="Rack &lt;1&gt;"')
    expect(page).toContain('value="12,5"')
    expect((await world.productCalled('letter-rack')).updatedAt).toBe(updatedAt)
  })

  it('adds a product with a unique handle', async () => {
    const fields = { title: 'Letter Rack', status: 'ACTIVE', 'price-0': '20.00', 'inventoryQuantity-0': '3' }
    expect((await submit('/platform/products', { ...fields, title: '' })).status).toBe(400)
    await submit('/platform/products', { ...fields, 'tracked-0': 'yes' })
    expect(await world.productCalled('letter-rack-1')).toMatchObject({
      title: 'Letter Rack',
      variants: [{ price: '20.00', inventoryQuantity: 3, tracked: true }],
    })
  })

  it('archives and deletes', async () => {
    const { id } = await world.productCalled('letter-rack')
    await submit(`/platform/products/${id}/archive`, {})
    expect(await read(`/platform/products/${id}`)).toContain('Archived')
    expect((await submit(`/platform/products/${id}/delete`, {})).headers.get('location')).toBe('/platform')
    expect((await fetch(`${world.url}/platform/products/${id}`)).status).toBe(404)
  })

  it('is rejected when submitted from another site', async () => {
    expect((await submit('/platform/shelves', {}, 'http://evil.example')).status).toBe(403)
  })
})

describe('the store editor’s API', () => {
  it('returns the errors of a change', async () => {
    const { id } = await world.productCalled('letter-rack')
    const change = (body: object) => world.api('PATCH', `/platform/products/${id}`, body)
    await expect(change({ price: 12.5 })).rejects.toThrow('400')
    await expect(change({ price: '12.5' })).rejects.toThrow('A price must be written as 12.50')
    await expect(change({ collections: ['nowhere'] })).rejects.toThrow('Collection not found')
    await expect(change({ finish: 'red' })).rejects.toThrow('finish')
    await expect(world.api('PATCH', '/platform/products/1', { title: 'x' })).rejects.toThrow('404')
  })

  it('never reuses an ID, nor a handle for two products', async () => {
    const add = () =>
      world.api<{ id: number; handle: string }>('POST', '/platform/products', {
        title: 'Cork Board',
        variants: [{ price: '18.00' }],
      })
    const [one, two] = [await add(), await add()]
    expect([one.handle, two.handle]).toEqual(['cork-board', 'cork-board-1'])
    await world.api('DELETE', `/platform/products/${two.id}`)
    expect((await add()).id).toBeGreaterThan(two.id)
  })

  it('never reuses the ID of a removed variant', async () => {
    type Product = { id: number; variants: { id: number }[] }
    const color = (value: string) => ({ price: '18.00', values: [value] })
    const { id, variants } = await world.api<Product>('POST', '/platform/products', {
      title: 'Felt Tray',
      options: [{ name: 'Colour', values: ['Red', 'Green'] }],
      variants: [color('Red'), color('Green')],
    })
    const [red] = variants
    const change = (body: object) => world.api<Product>('PATCH', `/platform/products/${id}`, body)
    await change({ options: [{ name: 'Colour', values: ['Red'] }], variants: [{ ...red }] })
    const after = await change({
      options: [{ name: 'Colour', values: ['Red', 'Blue'] }],
      variants: [{ ...red }, color('Blue')],
    })
    const ids = [...variants, ...after.variants].map((variant) => variant.id)
    expect(new Set(ids).size).toBe(3)
  })
})

async function read(address: string): Promise<string> {
  return (await fetch(world.url + address)).text()
}

function rowOf(page: string, title: string): string | undefined {
  return page.split('<tr>').find((row) => row.includes(`>${title}<`))
}

function submit(address: string, fields: Record<string, string>, origin = world.url): Promise<Response> {
  return fetch(world.url + address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, accept: 'text/html' },
    body: new URLSearchParams(fields),
  })
}
