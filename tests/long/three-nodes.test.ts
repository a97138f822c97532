import { expect, test } from 'vitest'
import { threeNodes } from '../support/nodes/three-nodes.ts'

const ROUNDS = 10

test(`three nodes, each killed ${ROUNDS} times and then upgraded while everybody buys, are one shop`, async () => {
  const counts = await threeNodes(ROUNDS)
  process.stdout.write(`${JSON.stringify(counts, null, 2)}\n`)
  expect(counts).toMatchObject({ 'nodes killed': 3 * ROUNDS, 'nodes upgraded': 3 })
  expect(counts['orders in processing']).toBeGreaterThan(10 * ROUNDS)
})
