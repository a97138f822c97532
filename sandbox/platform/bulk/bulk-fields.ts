import { getOperationAST } from 'graphql'
import { takeFault } from '../../faults.ts'
import {
  globalId,
  type PageArguments,
  pageOf,
  type RequestContext,
  readGlobalId,
} from '../api/connections.ts'
import { readDocument } from '../api/schema.ts'
import { momentOf } from '../catalog/product-tables.ts'
import { type Platform, service } from '../provider.ts'
import {
  type BulkOperation,
  bulkWork,
  createOperation,
  fileSize,
  findOperation,
  isUnfinished,
  listOperations,
} from './bulk-operations.ts'

/** The metadata service in cloud networks, which gives machines their secrets. */
const INSIDE = 'https://169.254.169.254/bulk.jsonl'

/** Fields of the query and mutation roots for bulk operations. */
export function bulkFields(platform: Platform) {
  const { store, faults, work } = platform
  return {
    bulkOperation({ id }: { id: string }) {
      const operation = findOperation(store, readGlobalId('BulkOperation', id) ?? 0)
      return operation && operationFields(platform, operation)
    },
    bulkOperations: (page: PageArguments, context: RequestContext) =>
      pageOf(listOperations(store).map((operation) => operationFields(platform, operation)))(page, context),
    bulkOperationRunQuery({ query, groupObjects }: { query: string; groupObjects: boolean }) {
      const problem = groupObjects ? checkBulkQuery(query) : 'Only grouped objects are emulated.'
      if (problem !== null) return rejected('INVALID', problem, ['query'])
      if (takeFault(faults, service, 'bulk-limit') !== null)
        return rejected('LIMIT_REACHED', 'The limit of bulk operations that run at the same time is reached.')
      // Shopify's guides allow up to five at a time, its reference only one. This is the stricter rule.
      const [newest] = listOperations(store)
      if (newest && isUnfinished(newest)) {
        const id = globalId('BulkOperation', newest.id)
        const message = `A bulk query operation for this app and shop is already in progress: ${id}.`
        return rejected('OPERATION_IN_PROGRESS', message)
      }
      const operation = createOperation(store, query)
      work.plan(bulkWork, String(operation.id), 0)
      return { bulkOperation: operationFields(platform, operation), userErrors: [] }
    },
  }
}

/** Returns the problem with a bulk query, or null. Only products are emulated. */
function checkBulkQuery(query: string): string | null {
  const document = readDocument(query)
  if ('errors' in document) return `Invalid bulk query: ${document.errors[0]?.message}`
  const operation = getOperationAST(document)
  if (operation?.operation !== 'query') return 'A bulk operation must have exactly one query.'
  const [root, ...more] = operation.selectionSet.selections
  if (root?.kind !== 'Field' || more.length > 0) return 'A bulk query must have exactly one top-level field.'
  return root.name.value === 'products' ? null : 'A bulk query must select a connection.'
}

function operationFields({ store, url, faults }: Platform, operation: BulkOperation) {
  const { id, status, query, key } = operation
  // An operation without results has no file.
  const hasFile = status === 'COMPLETED' && fileSize(store, id) > 0
  return {
    id: globalId('BulkOperation', id),
    status,
    query,
    errorCode: operation.error_code,
    createdAt: momentOf(operation.created_at),
    // Only a query for the URL triggers the fault.
    url: () =>
      !hasFile ? null : takeFault(faults, service, 'bulk-inside') ? INSIDE : `${url}/bulk-files/${key}.jsonl`,
  }
}

function rejected(code: string, message: string, field: string[] | null = null) {
  return { bulkOperation: null, userErrors: [{ code, field, message }] }
}
