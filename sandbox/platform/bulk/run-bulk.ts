import { setImmediate } from 'node:timers/promises'
import { execute, parse } from 'graphql'
import { takeFault, waitOut } from '../../faults.ts'
import type { Worker } from '../../scheduler.ts'
import type { RequestContext } from '../api/connections.ts'
import { rootOf } from '../api/run-query.ts'
import { schema } from '../api/schema.ts'
import { type Platform, service } from '../provider.ts'
import { begin, findOperation, isUnfinished, saveLines, setStatus } from './bulk-operations.ts'

/** Even a small operation takes a moment, so every client has to handle an operation that isn't done yet. */
const MIN_MS = 300

type Found = Record<string, unknown>

/** Writes the file of a bulk operation, page by page, without blocking other requests. */
export function runBulk(platform: Platform): Worker {
  return async (subject) => {
    const operation = findOperation(platform.store, Number(subject))
    if (operation && isUnfinished(operation)) {
      const status = await writeFile(platform, operation.id, operation.query)
      if (!platform.stopping.aborted) setStatus(platform.store, operation.id, status)
    }
    // When the sandbox stops, the work stays scheduled and runs again after the restart.
    return platform.stopping.aborted ? 0 : null
  }
}

async function writeFile(platform: Platform, id: number, query: string): Promise<'COMPLETED' | 'FAILED'> {
  const { store, faults, stopping } = platform
  begin(store, id)
  const slow = takeFault(faults, service, 'bulk-slow')
  await waitOut({ delayMs: slow?.delayMs ?? MIN_MS }, stopping)
  const fails = takeFault(faults, service, 'bulk-fails') !== null
  const document = parse(query)
  const bulk: NonNullable<RequestContext['bulk']> = { after: null, next: null }
  for (let part = 0; !stopping.aborted; part++) {
    const contextValue: RequestContext = { bulk }
    const { data } = await execute({ schema, document, rootValue: rootOf(platform), contextValue })
    if (!data) return 'FAILED'
    saveLines(
      store,
      id,
      part,
      Object.values(data)
        .flatMap(nodesIn)
        .flatMap((node) => linesOf(node)),
    )
    if (fails) return 'FAILED'
    if (bulk.next === null) return 'COMPLETED'
    bulk.after = bulk.next
    await setImmediate()
  }
  return 'FAILED'
}

/** Each object is a line. The objects of its connections follow, with its ID as `__parentId`. */
function linesOf(object: Found, parentId?: unknown): string[] {
  const own: Found = {}
  const nested: string[] = []
  for (const [name, value] of Object.entries(object)) {
    const isConnection = value !== null && typeof value === 'object' && ('nodes' in value || 'edges' in value)
    if (isConnection) nested.push(...nodesIn(value).flatMap((node) => linesOf(node, object.id)))
    else own[name] = value
  }
  if (parentId !== undefined) own.__parentId = parentId
  return [JSON.stringify(own), ...nested]
}

function nodesIn(connection: unknown): Found[] {
  const { nodes, edges } = connection as { nodes?: Found[]; edges?: { node: Found }[] }
  return nodes ?? edges?.map(({ node }) => node) ?? []
}
