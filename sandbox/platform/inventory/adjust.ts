import { type GraphQLResolveInfo, getDirectiveValues } from 'graphql'
import { takeFault } from '../../faults.ts'
import { findRow, insertRow, inTransaction, run, type Store } from '../../store.ts'
import { badRequest, globalId, type PageArguments, pageOf, type RequestContext } from '../api/connections.ts'
import { changeProduct, getProduct } from '../catalog/change-products.ts'
import { findProductOfVariant } from '../catalog/product-tables.ts'
import type { VariantRecord } from '../catalog/products.ts'
import { type Platform, service } from '../provider.ts'
import { inventoryItemId, LOCATION, variantIdOf } from './items.ts'

/**
 * Inventory at one location, and the mutation that adjusts it. Sources: shopify.dev, Admin GraphQL API 2026-07,
 * inventoryAdjustQuantities and its user errors; 'Implementing idempotency' (keys are known for 24 hours; a duplicate gets the
 * result of the first, other parameters IDEMPOTENCY_KEY_PARAMETER_MISMATCH); the changelog entries 'Making idempotency
 * mandatory' and 'New changeFromQuantity field' (both required since 2026-04).
 */
export const adjustmentTables = `
  create table if not exists platform_adjustments (
    id integer primary key autoincrement,
    key text not null unique,
    input text not null,
    reason text not null,
    reference text,
    created_at integer not null
  ) strict;
`

const KEY_KNOWN_SECONDS = 24 * 3600
/** The reasons that the shop uses, from shopify.dev, 'Manage inventory quantities and states'. */
const REASONS = ['correction', 'other', 'received', 'restock', 'reservation_created', 'reservation_deleted']

interface Input {
  name: string
  reason: string
  referenceDocumentUri?: string | null
  changes: {
    inventoryItemId: string
    locationId: string
    delta: number
    changeFromQuantity?: number | null
  }[]
}
interface Adjustment {
  id: number
  input: string
}

/** Returns the inventory levels of an item at the store's only location. */
export function inventoryLevels({ faults }: Platform, variant: VariantRecord) {
  const level = {
    id: globalId('InventoryLevel', variant.id),
    isActive: true,
    location: { id: LOCATION },
    quantities: ({ names }: { names: string[] }) =>
      names.map((name) => ({ quantity: name === 'available' ? variant.inventoryQuantity : 0 })),
  }
  // The fault is taken only by a query for the levels.
  return (page: PageArguments, context: RequestContext) =>
    pageOf(takeFault(faults, service, 'no-location') ? [] : [level])(page, context)
}

export function adjustmentFields(platform: Platform) {
  return {
    inventoryAdjustQuantities({ input }: { input: Input }, _context: unknown, info: GraphQLResolveInfo) {
      if (takeFault(platform.faults, service, 'no-write-access')) {
        const message =
          'Access denied for inventoryAdjustQuantities field. Required access: `write_inventory` access scope.'
        throw badRequest(message, 'ACCESS_DENIED')
      }
      const key = keyIn(info)
      if (input.changes.some((change) => change.changeFromQuantity === undefined)) {
        throw badRequest('The changeFromQuantity argument must be given, even if it is null.')
      }
      if (takeFault(platform.faults, service, 'inventory-busy')) {
        return rejected('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable. Try again later.')
      }
      return inTransaction(platform.store, () => once(platform, key, input))
    },
  }
}

function keyIn({ fieldNodes: [field], schema, variableValues }: GraphQLResolveInfo): string {
  const directive = schema.getDirective('idempotent')
  const values = directive && field ? getDirectiveValues(directive, field, variableValues) : undefined
  if (typeof values?.key === 'string' && values.key !== '') return values.key
  throw badRequest('The @idempotent directive is required for this mutation but was not provided.')
}

function once(platform: Platform, key: string, input: Input) {
  const { store } = platform
  const now = Math.floor(Date.now() / 1000)
  run(store, 'delete from platform_adjustments where created_at < ?', now - KEY_KNOWN_SECONDS)
  const same = JSON.stringify(input)
  const known = findRow<Adjustment>(store, 'select * from platform_adjustments where key = ?', key)
  if (known && known.input !== same) {
    const message = 'The same idempotency key cannot be used with different operation parameters.'
    return rejected('IDEMPOTENCY_KEY_PARAMETER_MISMATCH', message)
  }
  if (known) return done(known)
  const problem = problemOf(platform, input)
  if (problem) return problem
  for (const { inventoryItemId, delta } of input.changes) change(platform, inventoryItemId, delta)
  const { reason, referenceDocumentUri: reference = null } = input
  const row = { key, input: same, reason, reference, created_at: now }
  return done(insertRow<Adjustment>(store, 'platform_adjustments', row) as Adjustment)
}

function problemOf({ store }: Platform, { name, reason, changes }: Input) {
  if (name !== 'available') {
    return rejected(
      'INVALID_QUANTITY_DOCUMENT',
      'A ledger document URI is required except when adjusting available.',
    )
  }
  if (!REASONS.includes(reason)) return rejected('INVALID_REASON', 'The specified reason is invalid.')
  if (changes.some(({ inventoryItemId }) => productWith(store, inventoryItemId) === null)) {
    return rejected('INVALID_INVENTORY_ITEM', 'The specified inventory item could not be found.')
  }
  if (changes.some(({ locationId }) => locationId !== LOCATION)) {
    return rejected('INVALID_LOCATION', 'The specified location could not be found.')
  }
  return null
}

function change(platform: Platform, inventoryItem: string, delta: number) {
  const { id, variants } = getProduct(platform.store, productWith(platform.store, inventoryItem) ?? 0)
  const place = variants.findIndex((variant) => inventoryItemId(variant) === inventoryItem)
  changeProduct(platform, id, { inventoryChange: delta, inventoryChangeOf: place })
}

/** Generated products have no inventory items that could be adjusted. */
function productWith(store: Store, inventoryItem: string): number | null {
  const itemId = Number(inventoryItem.replace('gid://shopify/InventoryItem/', ''))
  return findProductOfVariant(store, variantIdOf(itemId))?.id ?? null
}

function done({ id }: Adjustment) {
  return { inventoryAdjustmentGroup: { id: globalId('InventoryAdjustmentGroup', id) }, userErrors: [] }
}

function rejected(code: string, message: string) {
  return { inventoryAdjustmentGroup: null, userErrors: [{ code, field: ['input'], message }] }
}
