import { ADJUST, INVENTORY } from './documents.ts'
import type { openGraphql } from './graphql.ts'
import type { Adjusted, Adjustment, InventoryChange, PlannedChanges } from './platform.ts'
import { AdjustAnswer, InventoryAnswer } from './responses.ts'

type Graphql = ReturnType<typeof openGraphql>

/** Error codes after a temporary failure: the same request with the same key may succeed later. */
const RETRY = ['IDEMPOTENCY_CONCURRENT_REQUEST', 'SERVICE_UNAVAILABLE', 'ADJUST_QUANTITIES_FAILED']
/** Error codes if nothing was applied and the platform will repeat the failure for this key. */
const NEW_KEY = 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED'

/**
 * Spreads a change over the locations of a variant: deducts units where most are available, and restocks the location
 * that has most.
 * @throws PlatformError, QueryTooExpensive
 */
export async function planChanges(
  graphql: Graphql,
  variantId: string,
  delta: number,
): Promise<PlannedChanges> {
  const { productVariant } = await graphql.ask(INVENTORY, { id: variantId }, InventoryAnswer)
  if (!productVariant) return { rejection: 'The platform no longer has this product.' }
  const { inventoryItem: item } = productVariant
  if (!item?.tracked) return { rejection: 'The platform doesn’t track the inventory of this product.' }
  const places = item.inventoryLevels.nodes
    .filter((level) => level.isActive)
    .map(({ location, quantities }) => ({
      inventoryItemId: item.id,
      locationId: location.id,
      available: quantities.reduce((sum, { quantity }) => sum + quantity, 0),
    }))
    .toSorted((one, other) => other.available - one.available)
  const [first] = places
  if (!first) return { rejection: "The platform doesn't stock this product at any active location." }
  const changes: InventoryChange[] = []
  let left = delta
  for (const { inventoryItemId, locationId, available } of delta < 0 ? places : []) {
    const units = Math.min(-left, Math.max(available, 0))
    if (units > 0) changes.push({ inventoryItemId, locationId, delta: -units })
    left += units
  }
  // The remainder is oversold or restocked units.
  const [most = { inventoryItemId: first.inventoryItemId, locationId: first.locationId, delta: 0 }, ...rest] =
    changes
  return { changes: left === 0 ? changes : [{ ...most, delta: most.delta + left }, ...rest] }
}

/** @throws PlatformError, although the change may have been applied */
export async function adjust(
  graphql: Graphql,
  { changes, reason, reference, key }: Adjustment,
): Promise<Adjusted> {
  const input = {
    name: 'available',
    reason,
    referenceDocumentUri: reference,
    // Changes are relative, because both channels sell concurrently. Null skips the comparison with the current
    // quantity.
    changes: changes.map((change) => ({ ...change, changeFromQuantity: null })),
  }
  const { inventoryAdjustQuantities: response } = await graphql.ask(ADJUST, { input, key }, AdjustAnswer)
  const errors = response?.userErrors ?? []
  if (errors.length === 0) return { outcome: 'applied' }
  const message = `The platform rejected it: ${errors.map((error) => error.message).join(' ')}`
  const codes = errors.map(({ code }) => code)
  if (codes.includes(NEW_KEY)) return { outcome: 'new key', message }
  const isPassing = codes.some((code) => code !== null && RETRY.includes(code))
  return { outcome: isPassing ? 'again' : 'refused', message }
}
