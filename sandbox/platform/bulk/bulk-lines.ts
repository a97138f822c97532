import { execute } from 'graphql'
import type { RequestContext } from '../api/context.ts'
import { rootOf } from '../api/root.ts'
import { schema } from '../api/schema.ts'
import type { Platform } from '../provider.ts'
import type { BulkQuery } from './bulk-query.ts'

export interface BulkPage {
  /** Each with its line break. */
  lines: string[]
  roots: number
}

interface FoundConnection {
  nodes?: Found[]
  edges?: { node: Found }[]
  bulkPage: { hasNextPage: boolean; endCursor: string | null }
}

type Found = Record<string, unknown>

/** Walks the whole connection; each object is a line, and what was nested says whose it is by `__parentId`. */
export async function* bulkPages(
  platform: Platform,
  query: BulkQuery,
  groupObjects: boolean,
): AsyncGenerator<BulkPage> {
  const contextValue: RequestContext = { isBulk: true, searches: [] }
  let bulkAfter: string | null = null
  for (;;) {
    const { data, errors } = await execute({
      schema,
      document: query.document,
      rootValue: rootOf(platform),
      contextValue,
      variableValues: { bulkAfter },
    })
    if (!data) throw errors?.[0] ?? new Error('A bulk query found nothing')
    const page = data[query.root] as FoundConnection
    const roots = nodesOf(page)
    yield { lines: linesOf(query, roots, groupObjects), roots: roots.length }
    if (!page.bulkPage.hasNextPage) return
    bulkAfter = page.bulkPage.endCursor
  }
}

function linesOf(query: BulkQuery, roots: readonly Found[], groupObjects: boolean): string[] {
  const each = roots.map((root) => objectLines(query, root, undefined))
  if (groupObjects) return each.flat()
  return [...each.flatMap(([own]) => own ?? []), ...each.flatMap(([, ...nested]) => nested)]
}

function objectLines(query: BulkQuery, object: Found, parentId: unknown): string[] {
  const own: Found = {}
  const nested: string[] = []
  for (const [name, value] of Object.entries(object)) {
    if (!query.connections.has(name)) own[name] = value
    else
      nested.push(...nodesOf(value as FoundConnection).flatMap((node) => objectLines(query, node, object.id)))
  }
  if (parentId !== undefined) own.__parentId = parentId
  return [`${JSON.stringify(own)}\n`, ...nested]
}

function nodesOf({ nodes, edges }: FoundConnection): Found[] {
  return nodes ?? edges?.map(({ node }) => node) ?? []
}
