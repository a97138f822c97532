import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPlatformWorld, type PlatformWorld } from '../given.ts'
import {
  catalogue,
  currentBulk,
  finishedBulk,
  type Line,
  linesOf,
  type Operation,
  startBulk,
} from './given.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

const start = (query: string, groupObjects?: boolean) => startBulk(world, query, groupObjects)
const current = () => currentBulk(world)
const finished = () => finishedBulk(world)

describe('a bulk operation', () => {
  it('has a file with a line for each object, and says whose it is', async () => {
    expect(await start(catalogue)).toMatchObject({
      bulkOperation: { status: 'CREATED', url: null },
      userErrors: [],
    })
    const operation = await finished()
    expect(operation).toMatchObject({ status: 'COMPLETED', rootObjectCount: '27', errorCode: null })

    const answer = await fetch(operation.url ?? '')
    expect(answer.headers.get('content-type')).toContain('application/jsonl')
    const file = await answer.text()
    expect(String(Buffer.byteLength(file))).toBe(operation.fileSize)
    const lines = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
    expect(String(lines.length)).toBe(operation.objectCount)
    expect(lines.slice(0, 6)).toEqual([
      {
        id: 'gid://shopify/Product/8801000000001',
        title: 'Slate 65 Keyboard',
        options: [{ name: 'Color' }, { name: 'Switches' }],
      },
      ...['129.00', '129.00', '119.00'].map((price) => ({
        id: expect.stringContaining('ProductVariant'),
        price,
        __parentId: 'gid://shopify/Product/8801000000001',
      })),
      ...[1, 2].map(() => ({
        id: expect.stringContaining('MediaImage'),
        alt: expect.any(String),
        image: { url: expect.stringContaining('/cdn/files/keyboard-') },
        __parentId: 'gid://shopify/Product/8801000000001',
      })),
    ])
    const roots = lines.filter(({ __parentId }) => __parentId === undefined)
    expect(roots).toHaveLength(27)
  })

  it('runs for a while before it has a file', async () => {
    await world.switchOn('bulk-slow', { count: 1, delayMs: 600_000 })
    await start(catalogue)
    await vi.waitFor(async () => expect(await current()).toMatchObject({ status: 'RUNNING', url: null }))
  })

  it('may put all that is nested behind what holds it, when nobody wants it grouped', async () => {
    await start(catalogue, false)
    const lines = await linesOf(await finished())
    const places = lines.map(({ __parentId }) => __parentId !== undefined)
    expect(places.indexOf(true)).toBe(27)
    expect(places.lastIndexOf(false)).toBe(26)
  })

  it('is found by its id, and as the current one', async () => {
    expect(await current()).toBeNull()
    await start(catalogue)
    const { id } = await finished()
    const { data } = await world.ask(
      'query ($id: ID!) { bulkOperation(id: $id) { id status } node(id: $id) { ... on BulkOperation { status } } }',
      { id },
    )
    expect(data).toEqual({ bulkOperation: { id, status: 'COMPLETED' }, node: { status: 'COMPLETED' } })
  })

  it('has no file when it found nothing', async () => {
    await start('{ products(query: "handle:nobody") { nodes { id } } }')
    expect(await finished()).toMatchObject({
      status: 'COMPLETED',
      objectCount: '0',
      fileSize: '0',
      url: null,
    })
  })

  it('goes past the 25,000 objects at which pages end', async () => {
    await world.api('PUT', '/platform/shelves', { generated: 25_100 })
    await start('{ products { nodes { id } } }')
    const operation = await finished()
    expect(operation).toMatchObject({ objectCount: '25100', rootObjectCount: '25100' })
    expect(await linesOf(operation)).toHaveLength(25_100)
  })

  it('can be canceled', async () => {
    await world.switchOn('bulk-slow', { count: 1, delayMs: 600_000 })
    await start(catalogue)
    const { id } = (await current()) as Operation
    const { data } = await world.ask(
      'mutation ($id: ID!) { bulkOperationCancel(id: $id) { bulkOperation { status } userErrors { message } } }',
      { id },
    )
    expect(data).toEqual({ bulkOperationCancel: { bulkOperation: { status: 'CANCELING' }, userErrors: [] } })
    expect(await finished()).toMatchObject({ status: 'CANCELED', url: null })
  })
})

describe('it is refused', () => {
  it('while another one runs', async () => {
    await world.switchOn('bulk-slow', { count: 1, delayMs: 600_000 })
    await start(catalogue)
    expect(await start(catalogue)).toEqual({
      bulkOperation: null,
      userErrors: [
        {
          code: 'OPERATION_IN_PROGRESS',
          field: null,
          message:
            'A bulk query operation for this app and shop is already in progress: gid://shopify/BulkOperation/1.',
        },
      ],
    })
  })

  it.each([
    ['{ products { nodes { prize } } }', 'Cannot query field "prize"'],
    ['{ shop { name } }', 'must ask for a connection'],
    ['{ shop { name } products { nodes { id } } }', 'exactly one field'],
    ['mutation { webhookSubscriptionDelete(id: "x") { deletedWebhookSubscriptionId } }', 'exactly one query'],
    ['{ products { nodes { title variants { nodes { id } } } } }', "'id' field"],
    ['{ products { nodes {', 'Syntax Error'],
  ])('for %s', async (query, message) => {
    expect(await start(query)).toMatchObject({
      bulkOperation: null,
      userErrors: [{ code: 'INVALID', field: ['query'], message: expect.stringContaining(message) }],
    })
  })
})
