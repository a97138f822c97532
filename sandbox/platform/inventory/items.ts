import { globalId } from '../api/connections.ts'
import type { VariantRecord } from '../catalog/products.ts'

const ITEM_BASE = 48_000_000_000_000
const LOCATION_ID = 61_000_000_001
/** The ID of the store's only location. */
export const LOCATION = globalId('Location', LOCATION_ID)

export const inventoryItemId = ({ id }: VariantRecord) => globalId('InventoryItem', ITEM_BASE + id)
export const variantIdOf = (itemId: number) => itemId - ITEM_BASE

/** Returns the payload of a webhook about the inventory of a variant. */
export function levelPayload({ id, inventoryQuantity }: VariantRecord, updatedAt: string) {
  const itemId = ITEM_BASE + id
  return {
    inventory_item_id: itemId,
    location_id: LOCATION_ID,
    available: inventoryQuantity,
    updated_at: updatedAt,
    admin_graphql_api_id: `${globalId('InventoryLevel', id)}?inventory_item_id=${itemId}`,
  }
}
