import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openPlatformWorld, type PlatformWorld, post } from '../fixtures.ts'
import { demoApp } from '../provider.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

const shopName = '{ shop { name currencyCode } }'

describe('an access token', () => {
  it('gives access to the API', async () => {
    const { data } = await world.query(shopName)
    expect(data).toEqual({
      shop: { name: 'Hollow Oak', currencyCode: 'USD' },
    })
  })

  it('is rejected with 401 and a string instead of the list of errors if invalid or missing', async () => {
    for (const token of ['', 'shpat_somebody_else']) {
      const response = await post(world.url, shopName, {}, { token })
      expect(response.status).toBe(401)
      expect(await response.json()).toEqual({
        errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
      })
    }
  })
})

describe('the client-credentials grant', () => {
  const credentials = {
    client_id: demoApp.apiKey,
    client_secret: demoApp.apiSecret,
    grant_type: 'client_credentials',
  }
  const grant = (fields: Record<string, string>) =>
    fetch(`${world.url}/admin/oauth/access_token`, { method: 'POST', body: new URLSearchParams(fields) })

  it('returns a token valid for a day, even to JSON requests', async () => {
    const responses = [
      await grant(credentials),
      await fetch(`${world.url}/admin/oauth/access_token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(credentials),
      }),
    ]
    for (const response of responses) {
      const token = (await response.json()) as { access_token: string }
      expect(token).toEqual({
        access_token: expect.stringMatching(/^shpat_\w+$/),
        scope: 'read_products,read_inventory,write_inventory',
        expires_in: 86_399,
      })
      expect((await post(world.url, shopName, {}, { token: token.access_token })).status).toBe(200)
    }
  })

  it('rejects an unknown ID, a wrong secret, and another grant type', async () => {
    for (const [field, error] of [
      ['client_id', 'invalid_client'],
      ['client_secret', 'invalid_client'],
      ['grant_type', 'invalid_request'],
    ] as const) {
      const response = await grant({ ...credentials, [field]: 'other' })
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error })
    }
  })
})

describe('an API version', () => {
  const versionOf = async (version: string) => {
    const response = await post(world.url, shopName, {}, { version })
    return [response.status, response.headers.get('x-shopify-api-version')]
  }

  it('is named in the response if supported', async () => {
    expect(await versionOf('2026-07')).toEqual([200, '2026-07'])
  })

  it('falls forward to the oldest supported one if it has been retired', async () => {
    expect(await versionOf('2024-10')).toEqual([200, '2026-01'])
  })

  it('returns 404 if it never existed', async () => {
    expect(await versionOf('2026-05')).toEqual([404, null])
    expect(await versionOf('2099-01')).toEqual([404, null])
  })
})

describe('an invalid query', () => {
  it('returns 200 without data, but with the error and its position', async () => {
    const response = await post(world.url, '{ products(first: 1) { nodes { id prize } } }')
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      errors: [
        {
          message: expect.stringContaining('Cannot query field "prize" on type "Product"'),
          locations: [{ line: 1, column: 35 }],
        },
      ],
    })
  })

  it('is reported with its error message', async () => {
    const messageOf = async (query: string, variables = {}) =>
      (await world.query(query, variables)).errors?.[0]?.message
    expect(await messageOf('{ products { nodes { id } } }')).toBe('you must provide one of first or last')
    expect(await messageOf('{ products(first: 251) { nodes { id } } }')).toContain('first cannot exceed 250')
    expect(await messageOf('{ product(id: "8801000000001") { id } }')).toBe(
      "Invalid global id '8801000000001'",
    )
    expect(await messageOf('query ($n: Int!) { products(first: $n) { nodes { id } } }')).toContain('"$n"')
    expect(await messageOf('{ products(first: 1')).toContain('Syntax Error')
  })

  it('returns 400 if the query is missing', async () => {
    const response = await post(world.url, '')
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ errors: { query: 'Required parameter missing or invalid' } })
  })
})

describe('the platform’s store', () => {
  it('keeps changes and deletions across a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'plinth-sandbox-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    const first = await openPlatformWorld({ dataDir })
    const { id } = await first.productCalled('letter-rack')
    await first.api('PATCH', `/platform/products/${id}`, { title: 'Letter Rack, Bent' })
    await first.api('DELETE', `/platform/products/${(await first.productCalled('keycap-tray')).id}`)
    await first.stop()

    const second = await openPlatformWorld({ dataDir })
    const products = await second.api<{ title: string }[]>('GET', '/platform/products')
    expect(products).toHaveLength(37)
    expect(products.map(({ title }) => title)).toContain('Letter Rack, Bent')
    await second.stop()
  })
})
