import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, type PlatformWorld, post } from '../fixtures.ts'
import { openBucket } from './bucket.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

const variantsQuery =
  'query ($id: ID!) { product(id: $id) { variants(first: 250) { nodes { inventoryItem { id tracked } } } } }'
const keyboard = { id: 'gid://shopify/Product/8801000000001' }

describe('the cost of a query', () => {
  it('is reported with each response, with the remaining points', async () => {
    await world.api('PUT', '/platform/settings', { restoreRate: 1 })
    const { extensions } = await world.query(variantsQuery, keyboard)
    expect(extensions?.cost).toEqual({
      requestedQueryCost: 25,
      actualQueryCost: 25,
      throttleStatus: { maximumAvailable: 2000, currentlyAvailable: expect.any(Number), restoreRate: 1 },
    })
    const left = extensions?.cost?.throttleStatus.currentlyAvailable
    expect(left).toBeGreaterThanOrEqual(1975)
  })

  it('is rejected above a thousand points', async () => {
    const { errors, data } = await world.query(`{
      products(first: 250) { nodes { variants(first: 250) { nodes { inventoryItem { measurement { weight { unit } } } } }
        media(first: 250) { nodes { ... on MediaImage { image { url } } } }
        collections(first: 250) { nodes { id } } } }
    }`)
    expect(errors?.[0]).toMatchObject({
      message: expect.stringContaining('exceeds the single query max cost limit (1000)'),
      extensions: { code: 'MAX_COST_EXCEEDED', maxCost: 1000 },
    })
    expect(data).toBeUndefined()
  })

  it('is charged in advance: without enough points, a query is throttled with 200 and no data', async () => {
    await world.api('PUT', '/platform/settings', { bucketSize: 24, restoreRate: 1 })
    expect((await world.query('{ shop { name } }')).errors).toBeUndefined()
    const response = await post(world.url, variantsQuery, keyboard)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
      extensions: {
        cost: {
          requestedQueryCost: 25,
          actualQueryCost: null,
          throttleStatus: { maximumAvailable: 24, currentlyAvailable: expect.any(Number), restoreRate: 1 },
        },
      },
    })
  })

  it('is refilled over time', () => {
    let now = 0
    const bucket = openBucket(
      () => ({ size: 100, rate: 10 }),
      () => now,
    )
    expect(bucket.consume(70)).toBe(true)
    expect(bucket.consume(40)).toBe(false)
    now += 900
    expect(bucket.status().currentlyAvailable).toBe(39)
    now += 100
    expect(bucket.consume(40)).toBe(true)
    expect(bucket.status().currentlyAvailable).toBe(0)
    now += 60_000
    expect(bucket.status().currentlyAvailable).toBe(100)
  })
})

describe('the fault switch', () => {
  const sendQuery = () =>
    post(world.url, '{ products(first: 250) { nodes { variants(first: 250) { nodes { id } } } } }')

  it("'unauthorized' rejects a valid token", async () => {
    await world.switchOn('unauthorized')
    expect((await sendQuery()).status).toBe(401)
    expect((await sendQuery()).status).toBe(200)
  })

  it("'throttled' spends all points, so a shop has to wait", async () => {
    await world.api('PUT', '/platform/settings', { restoreRate: 1 })
    await world.switchOn('throttled')
    for (let round = 0; round < 2; round++) {
      expect(await (await sendQuery()).json()).toMatchObject({
        errors: [{ extensions: { code: 'THROTTLED' } }],
      })
    }
    await world.api('PUT', '/platform/settings', { restoreRate: 100_000 })
    await expect.poll(async () => Object.keys((await (await sendQuery()).json()) as object)).toContain('data')
  })

  it("'too-many-requests' returns 429 with Retry-After", async () => {
    await world.switchOn('too-many-requests', { count: 1, delayMs: 2500 })
    const response = await sendQuery()
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '2.5'])
  })

  it("'internal-error' returns 200 without data", async () => {
    await world.switchOn('internal-error')
    const response = await sendQuery()
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      errors: [
        {
          message: expect.stringContaining('Internal error'),
          extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: expect.any(String) },
        },
      ],
    })
  })

  it("'lost-page' closes the connection in the middle of a response", async () => {
    await world.switchOn('lost-page')
    await expect(sendQuery().then((response) => response.text())).rejects.toThrow()
    expect((await sendQuery()).status).toBe(200)
  })

  it("'timeout' never responds", async () => {
    await world.switchOn('timeout', { count: 1, delayMs: 20 })
    await expect(sendQuery()).rejects.toThrow()
  })

  it("'slow' delays a complete response", async () => {
    await world.switchOn('slow', { count: 1, delayMs: 30 })
    expect((await sendQuery()).status).toBe(200)
  })

  it("'down' returns 503 with a page, even for the grant", async () => {
    await world.switchOn('down', { count: 2 })
    const response = await sendQuery()
    expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html'])
    expect((await fetch(`${world.url}/admin/oauth/access_token`, { method: 'POST' })).status).toBe(503)
    expect((await sendQuery()).status).toBe(200)
  })
})
