import { expect, test } from 'vitest'
import { threeNodes } from '../support/nodes/three-nodes.ts'

test('three nodes, killed in turn and then upgraded one by one while everybody buys, are one shop', async () => {
  const counts = await threeNodes(1)
  process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`)
  expect(counts).toMatchObject({ 'nodes killed': 3, 'nodes upgraded': 3 })
  expect(counts['orders in processing']).toBeGreaterThan(3)
}, 300_000)
