import { expect, test } from 'vitest'
import { startNodes } from '../support/nodes/nodes.ts'
import { threeNodes } from '../support/nodes/three-nodes.ts'

const KILLS = 30
const SHOPPERS = 4

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
