import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import * as fixtures from '../support/fixtures.ts'
import { freshDatabase } from '../support/fresh-database.ts'
import { startPostgres, type TestPostgres } from '../support/postgres.ts'
import { runQuery } from '../support/postgres-process.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { type Standby, startStandby } from '../support/standby.ts'
import { type Wire, wireTo } from '../support/wire.ts'

const ADDRESS = '/api/products/walnut-monitor-stand'
const PAGE = '/product/walnut-monitor-stand'
type Node = TestShop & { wire: Wire; log: string[] }

let primary: TestPostgres
let standby: Standby
let databaseUrl: string
let firstNode: Node
let secondNode: Node
let admin: fixtures.Customer
beforeAll(async () => {
  primary = await startPostgres()
  databaseUrl = await freshDatabase(primary.url)
  // The database is filled before it is copied, so the replica has all data.
  await (await openTestShop({ databaseUrl })).close()
  standby = await startStandby(primary.url)
  firstNode = await openNode()
  secondNode = await openNode()
  admin = await fixtures.anAdmin(firstNode)
}, 120_000)
afterAll(async () => {
  await firstNode.close()
  await secondNode.close()
  await standby.stop()
  await primary.stop()
})

describe('an up-to-date replica', () => {
  test.each([
    ADDRESS,
    PAGE,
    '/api/products?search=walnut&page=1',
    '/api/search/suggestions?q=wal',
    '/api/categories',
    '/api/reviews/product/1',
    '/sitemap.xml',
  ])('is read for %s', async (url) => {
    await isUsed(firstNode)
    const before = await reads(firstNode)
    expect((await firstNode.visitor().send({ url })).status).toBe(200)
    const after = await reads(firstNode)
    expect(after.replica).toBeGreaterThan(before.replica)
    expect(after.database).toBe(before.database)
  })

  test('is never queried for personal or admin data', async () => {
    await isUsed(firstNode)
    const before = await reads(firstNode)
    const visitor = firstNode.visitor()
    await visitor.call('POST /api/cart', { productId: 1, quantity: 1 })
    await visitor.call('GET /api/cart')
    await admin.call('GET /api/admin/products', { page: 1 })
    expect(await reads(firstNode)).toEqual(before)
  })
})

describe('a replica that lags', () => {
  test('is not read after a change until it has caught up', async () => {
    await isUsed(firstNode)
    await standby.pause()
    await rename('Stand of the pause')
    const before = await reads(firstNode)
    expect((await firstNode.visitor().send({ url: ADDRESS })).text).toContain('Stand of the pause')
    expect((await reads(firstNode)).database).toBeGreaterThan(before.database)
    await standby.resume()
    await isUsed(firstNode)
    expect((await firstNode.visitor().send({ url: ADDRESS })).text).toContain('Stand of the pause')
  })

  test('hides no change from its author, on any node, neither in the API nor on a page', async () => {
    for (const node of [firstNode, secondNode]) await isUsed(node)
    await standby.pause()
    await rename('Stand of its maker')
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    for (const node of [firstNode, secondNode])
      for (const url of [ADDRESS, PAGE])
        expect((await node.wire.get(url, { cookie })).text, url).toContain('Stand of its maker')
    await standby.resume()
  })

  test('is bypassed for a client that has just made a change, even before its node is notified', async () => {
    await isUsed(firstNode)
    await standby.pause()
    await runQuery(
      databaseUrl,
      `set session_replication_role = replica; update products set name = 'Stand unheard of' where id = 1`,
    )
    for (const url of [ADDRESS, PAGE]) {
      expect((await firstNode.visitor().send({ url })).text, url).not.toContain('Stand unheard of')
      expect((await firstNode.wire.get(url, { cookie: 'fresh=1' })).text, url).toContain('Stand unheard of')
    }
    await standby.resume()
  })

  test('puts no old data into the cache of any node', async () => {
    await standby.pause()
    await rename('Stand of all')
    for (const node of [firstNode, secondNode])
      for (const url of [ADDRESS, PAGE])
        await vi.waitFor(
          async () => expect((await node.wire.get(url)).text).toContain('Stand of all'),
          10_000,
        )
    await standby.resume()
    for (const node of [firstNode, secondNode]) await isUsed(node)
    for (const node of [firstNode, secondNode])
      for (const url of [ADDRESS, PAGE])
        expect((await node.wire.get(url)).text, url).toContain('Stand of all')
  })
})

test('a client that keeps writing reads its own writes while the replica pauses and resumes', async () => {
  let isOver = false
  const stopAndGo = (async () => {
    while (!isOver) {
      await standby.pause()
      await runQuery(primary.url, 'select pg_sleep(0.05)')
      await standby.resume()
      await runQuery(primary.url, 'select pg_sleep(0.05)')
    }
  })()
  const writers = [2, 3, 4].map(async (id) => {
    const writer = await fixtures.anAdmin(id % 2 === 0 ? firstNode : secondNode)
    for (let round = 0; round < 12; round++) {
      const name = `Thing ${id} of round ${round}`
      await writer.call('PATCH /api/admin/products/:id', { id, name })
      const read = await writer.send({ url: `/api/products/${id}` })
      expect(read.text).toContain(name)
    }
  })
  await Promise.all(writers).finally(() => {
    isOver = true
  })
  await stopAndGo
})

describe('an unavailable replica', () => {
  test('causes no errors, and is read again once it recovers', async () => {
    await isUsed(firstNode)
    const before = firstNode.log.length
    await standby.kill()
    for (const url of [ADDRESS, PAGE, '/api/categories'])
      expect((await firstNode.visitor().send({ url })).status, url).toBe(200)
    // Otherwise, the restart could finish before the shop notices the loss.
    await vi.waitFor(
      () => expect(firstNode.log.slice(before).join()).toContain('replica unavailable'),
      10_000,
    )
    await standby.start()
    await isUsed(firstNode)
    expect(firstNode.log.slice(before).join()).toContain('replica recovered')
  })

  test('does not prevent the start', async () => {
    await standby.kill()
    const shop = await openTestShop({ databaseUrl, replicaUrl: standby.addressOf(databaseUrl) })
    expect((await shop.visitor().send({ url: ADDRESS })).status).toBe(200)
    await shop.close()
    await standby.start()
  })
})

test('a replica that hangs delays no request up to the database timeout', {
  timeout: 15_000,
}, async () => {
  await isUsed(firstNode)
  await standby.freeze()
  try {
    expect((await firstNode.visitor().send({ url: ADDRESS })).status).toBe(200)
    expect(firstNode.log.join()).toContain('replica query failed, retried on primary')
  } finally {
    standby.thaw()
  }
})

describe('a DATABASE_REPLICA_URL that is not a replica', () => {
  test('prevents the start with one line if it is another server', async () => {
    const opened = openTestShop({ databaseUrl, replicaUrl: inject('postgresUrl') })
    await expect(opened).rejects.toThrow(
      /^DATABASE_REPLICA_URL: [\w.:]+ is not a copy of the database at DATABASE_URL$/,
    )
  })

  test('prevents the start with one line if it is the primary', async () => {
    await expect(openTestShop({ databaseUrl, replicaUrl: databaseUrl })).rejects.toThrow(
      /^DATABASE_REPLICA_URL: [\w.:]+ is not a replica: it accepts writes$/,
    )
  })

  test('is no longer read after it was promoted', async () => {
    await isUsed(firstNode)
    await standby.promote()
    await vi.waitFor(() => expect(firstNode.log.join()).toContain('it accepts writes'), 10_000)
    await sql`update products set name = 'Another shop' where id = 1`.execute(firstNode.shop.db)
    const before = await reads(firstNode)
    expect((await firstNode.visitor().send({ url: ADDRESS })).text).toContain('Another shop')
    expect((await reads(firstNode)).replica).toBe(before.replica)
  })
})

async function openNode(): Promise<Node> {
  const log: string[] = []
  const replicaUrl = standby.addressOf(databaseUrl)
  const shop = await openTestShop({ databaseUrl, replicaUrl, onLog: (line) => log.push(line) })
  return { ...shop, wire: await wireTo(shop), log }
}

function rename(name: string) {
  return admin.call('PATCH /api/admin/products/:id', { id: 1, name })
}

/** Waits until the node reads from the replica. */
async function isUsed(node: Node) {
  await vi.waitFor(async () => {
    const before = await reads(node)
    await node.visitor().send({ url: '/api/categories' })
    expect((await reads(node)).replica).toBe(before.replica + 1)
  }, 20_000)
}

async function reads(node: Node) {
  const { text } = await node.visitor().send({ url: '/metrics' })
  const count = (from: string) =>
    Number(new RegExp(`^plinth_page_reads_total\\{from="${from}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return { replica: count('replica'), database: count('database') }
}
