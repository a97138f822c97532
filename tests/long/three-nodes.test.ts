import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBuyer } from '../support/buyer.ts'
import { type Nodes, startNodes } from '../support/nodes/nodes.ts'
import { threeNodes } from '../support/nodes/three-nodes.ts'
import { sendRequest } from '../support/send-request.ts'

const KILLS = 30
const SHOPPERS = 4
const CLIENTS = 4
/** A restart takes seconds, so a few requests during it are enough. */
const PAUSE_MS = 100

test(`three nodes act as one shop under load, even if they are killed ${KILLS} times in turn and then upgraded`, async () => {
  const nodes = await startNodes(3)
  try {
    const counts = await threeNodes(nodes, { kills: KILLS, upgrades: 3, shoppers: SHOPPERS })
    process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`)
    expect(counts).toMatchObject({ 'nodes killed': KILLS, 'nodes upgraded': 3 })
    expect(counts['orders in processing']).toBeGreaterThan(3 * KILLS)
  } finally {
    await nodes.stop()
  }
})

test('two nodes that get SIGTERM under load, one after the other, restart without a failed request', async () => {
  const nodes = await startNodes(2)
  try {
    await restartUnderLoad(nodes)
  } finally {
    await nodes.stop()
  }
})

/** Restarts each node while clients read pages, search, and change carts. */
async function restartUnderLoad(nodes: Nodes) {
  const failures: string[] = []
  let answered = 0
  let isOpen = true
  const clients = Array.from({ length: CLIENTS }, async () => {
    const buyer = createBuyer(nodes.url)
    while (isOpen) {
      for (const act of [
        () =>
          sendRequest(`${nodes.url}/`).then(
            ({ status }) => status === 200 || Promise.reject(new Error(`/ ${status}`)),
          ),
        () => buyer.call('GET /api/products', { page: 1 }),
        () => buyer.call('POST /api/cart', { productId: 1, quantity: 1 }),
      ])
        await act().then(
          () => answered++,
          (error: Error) => failures.push(error.message),
        )
      await sleep(PAUSE_MS)
    }
  })
  for (const node of nodes.each.keys()) await nodes.again(node, 'SIGTERM')
  isOpen = false
  await Promise.all(clients)
  expect(failures).toEqual([])
  expect(nodes.balancer.broken).toEqual([])
  expect(answered).toBeGreaterThan(CLIENTS)
}
