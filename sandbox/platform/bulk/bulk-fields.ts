import { takeFault } from '../../faults.ts'
import { plan } from '../../work.ts'
import { type PageArguments, pageOfList } from '../api/connections.ts'
import { globalId, readGlobalId } from '../api/global-ids.ts'
import { momentOf } from '../catalogue/product-tables.ts'
import { type Platform, service } from '../provider.ts'
import {
  type BulkOperation,
  bulkWork,
  createOperation,
  findOperation,
  isUnfinished,
  listOperations,
  newestOperation,
  setStatus,
} from './bulk-operations.ts'
import { readBulkQuery } from './bulk-query.ts'

/** Where machines of a cloud are told their secrets. */
const INSIDE = 'https://169.254.169.254/bulk.jsonl'

/** The fields of the roots that are about bulk operations. */
export function bulkFields(platform: Platform) {
  const { store, url, faults } = platform

  const shown = (operation: BulkOperation | null) => operation && shownFields(operation)

  function shownFields(operation: BulkOperation) {
    const fields = operationFields(url, operation)
    // Only who asks for the address meets the switch.
    const address = () => (takeFault(faults, service, 'bulk-inside') === null ? fields.url : INSIDE)
    return { ...fields, url: fields.url && address }
  }

  return {
    bulkOperation: ({ id }: { id: string }) => shown(operationAt(platform, id)),
    /** Of the filters only the type is played; a store has no operations of the other one. */
    bulkOperations: ({ query, ...page }: PageArguments & { query: string | null }) =>
      pageOfList(query === 'operation_type:mutation' ? [] : listOperations(store).map(shownFields), page),
    currentBulkOperation: ({ type }: { type: string | null }) =>
      type === 'MUTATION' ? null : shown(newestOperation(store)),

    bulkOperationRunQuery({ query, groupObjects }: { query: string; groupObjects: boolean | null }) {
      const read = readBulkQuery(query)
      if ('message' in read) return refused('INVALID', read.message, ['query'])
      if (takeFault(faults, service, 'bulk-limit') !== null)
        return refused('LIMIT_REACHED', 'The limit of bulk operations that run at the same time is reached.')
      const before = newestOperation(store)
      // Guides speak of up to five at a time, the reference of one: the stricter word is played.
      if (before && isUnfinished(before)) {
        const id = globalId('BulkOperation', before.id)
        return refused(
          'OPERATION_IN_PROGRESS',
          `A bulk query operation for this app and shop is already in progress: ${id}.`,
        )
      }
      const operation = createOperation(store, query, groupObjects ?? false)
      plan(store, bulkWork, String(operation.id), 0)
      platform.wake()
      return { bulkOperation: operationFields(url, operation), userErrors: [] }
    },

    bulkOperationCancel({ id }: { id: string }) {
      const operation = operationAt(platform, id)
      if (!operation || !isUnfinished(operation)) {
        const message = operation
          ? 'A bulk operation cannot be canceled when it is completed'
          : 'Bulk operation does not exist'
        return { bulkOperation: shown(operation), userErrors: [{ field: ['id'], message }] }
      }
      setStatus(store, operation.id, 'CANCELING')
      return { bulkOperation: shown(findOperation(store, operation.id)), userErrors: [] }
    },
  }
}

export function operationAt({ store }: Platform, id: string): BulkOperation | null {
  const read = readGlobalId(id)
  return read.type === 'BulkOperation' ? findOperation(store, read.id) : null
}

export function operationFields(url: string, operation: BulkOperation) {
  const { status, object_count: objects, completed_at: completed } = operation
  const file = objects > 0 ? `${url}/bulk-files/${operation.key}.jsonl` : null
  return {
    __typename: 'BulkOperation',
    id: globalId('BulkOperation', operation.id),
    status,
    type: 'QUERY',
    query: operation.query,
    errorCode: operation.error_code,
    createdAt: momentOf(operation.created_at),
    completedAt: completed === null ? null : momentOf(completed),
    objectCount: String(objects),
    rootObjectCount: String(operation.root_object_count),
    fileSize: status === 'COMPLETED' ? String(operation.file_size ?? 0) : null,
    // An operation that found nothing has no file.
    url: status === 'COMPLETED' ? file : null,
    partialDataUrl: status === 'FAILED' ? file : null,
  }
}

function refused(code: string, message: string, field: string[] | null = null) {
  return { bulkOperation: null, userErrors: [{ code, field, message }] }
}
