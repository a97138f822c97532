import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import * as fixtures from '../support/fixtures.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { type Wire, wireTo } from '../support/wire.ts'

const ADDRESS = '/api/products/walnut-monitor-stand'
const PAGE = '/product/walnut-monitor-stand'
type Node = TestShop & { wire: Wire }
let firstNode: Node
let secondNode: Node
beforeAll(async () => {
  const databaseUrl = await shopDatabase()
  firstNode = await openNode(databaseUrl)
  secondNode = await openNode(databaseUrl)
}, 60_000)

test('a change on one node invalidates the entry on every node', async () => {
  const admin = await fixtures.anAdmin(firstNode)
  for (const node of [firstNode, secondNode]) for (const url of [ADDRESS, PAGE]) await keeps(node, url)
  await change(admin, '81.81')
  for (const url of [ADDRESS, PAGE]) {
    expect((await firstNode.wire.get(url)).text.includes('81.81'), 'on the same node').toBe(true)
    await vi.waitFor(
      async () => expect((await secondNode.wire.get(url)).text.includes('81.81')).toBe(true),
      10_000,
    )
  }
})

test('a client that made a change sees it on every node immediately', async () => {
  const admin = await fixtures.anAdmin(firstNode)
  await keeps(secondNode, ADDRESS)
  await change(admin, '82.82')
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  expect((await secondNode.wire.get(ADDRESS, { cookie })).text).toContain('82.82')
})

test('a node that doesn’t receive changes serves nothing from its cache', async () => {
  await keeps(secondNode, ADDRESS)
  await sql`alter table page_changes rename to page_changes_away`.execute(firstNode.shop.db)
  await vi.waitFor(() => expect(secondNode.shop.changes.isSure()).toBe(false), 10_000)
  const before = await secondNode.wire.outcomes()
  expect((await secondNode.wire.get(ADDRESS)).status).toBe(200)
  expect(await secondNode.wire.outcomes()).toEqual(before)
  await sql`alter table page_changes_away rename to page_changes`.execute(firstNode.shop.db)
  await vi.waitFor(() => expect(secondNode.shop.changes.isSure()).toBe(true), 10_000)
  await keeps(secondNode, ADDRESS)
})

async function openNode(databaseUrl: string): Promise<Node> {
  const shop = await openTestShop({ databaseUrl })
  return { ...shop, wire: await wireTo(shop) }
}

/** Sends requests until the node responds from its cache. */
async function keeps({ wire }: Node, url: string) {
  await vi.waitFor(async () => {
    const before = await wire.outcomes()
    await wire.get(url)
    expect((await wire.outcomes()).hit).toBe(before.hit + 1)
  }, 10_000)
}

function change(admin: fixtures.Customer, price: string) {
  return admin.call('PATCH /api/admin/products/:id', { id: 1, price })
}
