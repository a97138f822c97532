import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { afterFile } from '../support/after-file.ts'
import { createBuyer } from '../support/buyer.ts'
import { ADMIN } from '../support/config.ts'
import { type Nodes, startNodes } from '../support/nodes/nodes.ts'
import { threeNodes } from '../support/nodes/three-nodes.ts'
import { sendRequest } from '../support/send-request.ts'

const EVERYWHERE_AFTER_MS = 1000
const SHOPPERS = 2
/** Restarts take seconds, so a few requests during each are enough. */
const PAUSE_MS = 100

let nodes: Nodes
beforeAll(async () => {
  nodes = await startNodes(3)
  afterFile(nodes.stop)
})

async function asAdmin(node: string) {
  const { token } = await createBuyer(node).call('POST /api/auth/login', {
    username: ADMIN.ADMIN_USERNAME,
    password: ADMIN.ADMIN_PASSWORD,
  })
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
}

/** Requests a product from one node, from the API and as a page. */
const seenOn = async (node: string, slug: string) => {
  const [api, page] = [await fetch(`${node}/api/products/${slug}`), await fetch(`${node}/product/${slug}`)]
  return { api: await api.text(), page: await page.text() }
}

describe('an admin’s change on one node', () => {
  test('is visible on every node after a second: a product, in the API and on its page, and a setting', async () => {
    const [first = ''] = nodes.each
    const slug = 'walnut-monitor-stand'
    // Fills the response cache of each node.
    for (const node of nodes.each) await seenOn(node, slug)
    const headers = await asAdmin(first)
    const change = (path: string, body: object) =>
      sendRequest(`${first}${path}`, { method: 'PATCH', headers, body: JSON.stringify(body) })
    const { id } = JSON.parse((await sendRequest(`${first}/api/products/${slug}`)).text) as { id: number }
    expect((await change(`/api/admin/products/${id}`, { price: '123.45' })).status).toBe(200)
    expect((await change('/api/admin/settings', { shopName: 'Desk Club' })).status).toBe(200)
    await sleep(EVERYWHERE_AFTER_MS)
    for (const node of nodes.each) {
      const { api, page } = await seenOn(node, slug)
      expect(JSON.parse(api)).toMatchObject({ price: '123.45' })
      expect(page).toContain('$123.45')
      expect(JSON.parse((await sendRequest(`${node}/api/shop`)).text)).toMatchObject({ name: 'Desk Club' })
    }
  })
})

// This test is the last one, because it leaves the next version running. tests/long/three-nodes.test.ts kills
// 30 times, upgrades all nodes, and restarts a node while more clients send requests.
test('three nodes act as one shop under load, even if one is killed and one is upgraded', async () => {
  const counts = await threeNodes(nodes, { kills: 1, upgrades: 1, shoppers: SHOPPERS, pauseMs: PAUSE_MS })
  process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`)
  expect(counts).toMatchObject({ 'nodes killed': 1, 'nodes upgraded': 1 })
  expect(counts['orders in processing']).toBeGreaterThan(3)
}, 300_000)
