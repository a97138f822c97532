import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPlatformWorld, type PlatformWorld } from '../fixtures.ts'

/** All products with their variants and images. */
const catalogQuery = `{
  products {
    edges {
      node {
        id title
        options { name }
        variants { edges { node { id price } } }
        media { nodes { alt ... on MediaImage { id image { url } } } }
      }
    }
  }
}`

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

describe('a bulk operation', () => {
  it('has a file with a line for each object, which names its parent', async () => {
    expect(await startBulk(catalogQuery)).toMatchObject({
      bulkOperation: { status: 'CREATED', url: null },
      userErrors: [],
    })
    const operation = await finishedBulk()
    expect(operation).toMatchObject({ status: 'COMPLETED', errorCode: null })

    const response = await fetch(operation.url ?? '')
    expect(response.headers.get('content-type')).toContain('application/jsonl')
    const file = await response.text()
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(file)))
    const lines = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
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
    expect(roots).toHaveLength(38)
  })

  it('runs for a while before it has a file', async () => {
    await world.switchOn('bulk-slow', { count: 1, delayMs: 600_000 })
    await startBulk(catalogQuery)
    await vi.waitFor(async () => expect(await currentBulk()).toMatchObject({ status: 'RUNNING', url: null }))
  })

  it('can be found by its ID', async () => {
    expect(await currentBulk()).toBeNull()
    await startBulk(catalogQuery)
    const { id } = await finishedBulk()
    const { data } = await world.query('query ($id: ID!) { bulkOperation(id: $id) { id status } }', { id })
    expect(data).toEqual({ bulkOperation: { id, status: 'COMPLETED' } })
  })

  it('has no file if it found nothing', async () => {
    await startBulk('{ products(query: "updated_at:>2100-01-01") { nodes { id } } }')
    expect(await finishedBulk()).toMatchObject({
      status: 'COMPLETED',
      url: null,
    })
  })

  it('returns more than the 25,000 objects that pagination allows', async () => {
    await world.api('PUT', '/platform/shelves', { generated: 25_100 })
    await startBulk('{ products { nodes { id } } }')
    const operation = await finishedBulk()
    expect(await linesOf(operation)).toHaveLength(25_100)
  })
})

describe('a bulk operation is rejected', () => {
  it('while another one is running', async () => {
    await world.switchOn('bulk-slow', { count: 1, delayMs: 600_000 })
    await startBulk(catalogQuery)
    expect(await startBulk(catalogQuery)).toEqual({
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
    ['{ shop { name } }', 'must select a connection'],
    ['{ shop { name } products { nodes { id } } }', 'exactly one top-level field'],
    ['mutation { bulkOperationRunQuery(query: "") { userErrors { message } } }', 'exactly one query'],
    ['{ products { nodes {', 'Syntax Error'],
  ])('for the query %s', async (query, message) => {
    expect(await startBulk(query)).toMatchObject({
      bulkOperation: null,
      userErrors: [{ code: 'INVALID', field: ['query'], message: expect.stringContaining(message) }],
    })
  })
})

describe('the fault switch', () => {
  it("'bulk-fails' ends a bulk operation without a file", async () => {
    await world.api('PUT', '/platform/shelves', { generated: 600 })
    await world.switchOn('bulk-fails')
    await startBulk('{ products { nodes { id } } }')
    const operation = await finishedBulk()
    expect(operation).toMatchObject({ status: 'FAILED', errorCode: 'INTERNAL_SERVER_ERROR', url: null })
  })

  it("'bulk-cut' truncates the file", async () => {
    await startBulk(catalogQuery)
    const { url } = await finishedBulk()
    await world.switchOn('bulk-cut')
    await expect(fetch(url ?? '').then((response) => response.text())).rejects.toThrow()
    expect((await (await fetch(url ?? '')).text()).length).toBeGreaterThan(0)
  })

  it("'bulk-inside' returns a URL on a private network, once", async () => {
    await startBulk(catalogQuery)
    const { url } = await finishedBulk()
    await world.switchOn('bulk-inside')
    expect((await finishedBulk()).url).toBe('https://169.254.169.254/bulk.jsonl')
    expect((await finishedBulk()).url).toBe(url)
  })
})

interface Line {
  id: string
  __parentId?: string
}

interface Operation {
  id: string
  status: string
  url: string | null
}

/** Starts a bulk operation, and returns the platform's response. */
async function startBulk(query: string) {
  const { data } = await world.query<{ bulkOperationRunQuery: object }>(
    `mutation ($query: String!) {
      bulkOperationRunQuery(query: $query) {
        bulkOperation { status url }
        userErrors { code field message }
      }
    }`,
    { query },
  )
  return data.bulkOperationRunQuery
}

/** Returns the newest bulk operation. */
async function currentBulk(): Promise<Operation | null> {
  const { data } = await world.query<{ bulkOperations: { nodes: Operation[] } }>(
    '{ bulkOperations(first: 1) { nodes { id status errorCode url } } }',
  )
  return data.bulkOperations.nodes[0] ?? null
}

/** Waits until the newest bulk operation has ended. */
async function finishedBulk(): Promise<Operation> {
  return vi.waitFor(
    async () => {
      const operation = await currentBulk()
      expect(operation?.status).toMatch(/COMPLETED|FAILED/)
      return operation as Operation
    },
    { timeout: 20_000, interval: 50 },
  )
}

async function linesOf({ url }: Operation): Promise<Line[]> {
  const file = await (await fetch(url ?? '')).text()
  return file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
