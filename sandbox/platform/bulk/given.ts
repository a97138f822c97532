import { expect, vi } from 'vitest'
import type { PlatformWorld } from '../given.ts'

/** All active products, with what hangs on them. */
export const catalogue = `{
  products(query: "status:active") {
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

const operationParts =
  'id status errorCode objectCount rootObjectCount fileSize url partialDataUrl completedAt'

export interface Line {
  id: string
  __parentId?: string
}

export interface Operation {
  id: string
  status: string
  objectCount: string
  fileSize: string | null
  url: string | null
  partialDataUrl: string | null
}

/** Starts one. @returns what the platform says to that */
export async function startBulk(platform: PlatformWorld, query: string, groupObjects = true) {
  const { data } = await platform.ask<{ bulkOperationRunQuery: object }>(
    `mutation ($query: String!, $groupObjects: Boolean!) {
      bulkOperationRunQuery(query: $query, groupObjects: $groupObjects) {
        bulkOperation { status url }
        userErrors { code field message }
      }
    }`,
    { query, groupObjects },
  )
  return data.bulkOperationRunQuery
}

export async function currentBulk(platform: PlatformWorld): Promise<Operation | null> {
  const { data } = await platform.ask<{ currentBulkOperation: Operation | null }>(
    `{ currentBulkOperation { ${operationParts} } }`,
  )
  return data.currentBulkOperation
}

/** Waits until the current one has ended, well or not. */
export async function finishedBulk(platform: PlatformWorld): Promise<Operation> {
  return vi.waitFor(
    async () => {
      const operation = await currentBulk(platform)
      expect(operation?.status).toMatch(/COMPLETED|FAILED|CANCELED/)
      return operation as Operation
    },
    { timeout: 20_000, interval: 50 },
  )
}

export async function linesOf({ url }: Operation): Promise<Line[]> {
  const file = await (await fetch(url ?? '')).text()
  return file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
}
