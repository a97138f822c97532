import { Decimal } from '#contract/text.ts'
import { setVariants } from '../../../server/catalog/variants.ts'
import type { Db } from '../../../server/platform/db/database.ts'
import { setStock } from '../../../server/stock/stock.ts'

/** A product, or one of its variants, that shoppers add to their carts. */
export type Offer = { productId: number; variantId?: number }

const STOCK = 1_000_000
const COLORS = ['Gray', 'Blue', 'Red']

/**
 * Stocks two products without options, and two with. Shoppers choose between two variants of the first of these, and get
 * the variant of the second whose price it shows.
 */
export async function stockUp(db: Db): Promise<Offer[]> {
  const products = await db.selectFrom('products').select('id').orderBy('id').limit(4).execute()
  const [lamp = 0, mat = 0, tray = 0, stand = 0] = products.map(({ id }) => id)
  for (const id of [lamp, tray]) await setStock(db, id, STOCK)
  for (const id of [mat, stand]) await setColors(db, id, COLORS, { stockQuantity: STOCK })
  const variants = await db
    .selectFrom('variants')
    .select(['id', 'option_values'])
    .where('product_id', '=', mat)
    .execute()
  const inColor = (color: string) => ({
    productId: mat,
    variantId: variants.find(({ option_values: [value] }) => value === color)?.id ?? 0,
  })
  return [{ productId: lamp }, inColor('Blue'), inColor('Red'), { productId: tray }, { productId: stand }]
}

/** Archives, unarchives, reprices, or restocks variants of the second product, as an admin does while shoppers buy them. */
export async function editVariants(db: Db, offers: Offer[], turn: number): Promise<void> {
  const { productId = 0 } = offers[1] ?? {}
  const edits = [
    () => setColors(db, productId, ['Gray', 'Blue']),
    () => setColors(db, productId, ['Red', 'Blue', 'Gray']),
    () => setColors(db, productId, COLORS, { price: Decimal.parse(`${60 + (turn % 3)}.00`) }),
    () => setColors(db, productId, COLORS, { stockQuantity: STOCK + turn }),
  ]
  await edits[turn % edits.length]?.()
}

function setColors(db: Db, productId: number, colors: string[], facts: Parameters<typeof variantOf>[1] = {}) {
  const options = [{ name: 'Color', values: colors }]
  return setVariants(db, null, productId, {
    options,
    variants: colors.map((color) => variantOf(color, facts)),
  })
}

/** Blue costs more than the others. */
function variantOf(color: string, facts: { price?: Decimal; stockQuantity?: number }) {
  const price = facts.price && color === 'Blue' ? Decimal.parse(`1${facts.price}`) : facts.price
  return { optionValues: [color], ...facts, ...(price && { price }) }
}
