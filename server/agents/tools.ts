import { z } from 'zod'
import { QUANTITY_MAX } from '#contract/cart/rules.ts'
import { ProductQuery, SORTS } from '#contract/catalog/product-query.ts'
import { VARIANTS_MAX, VARIANTS_PAGE } from '#contract/catalog/variants.ts'
import { formatCents, MAX_CENTS } from '#contract/money.ts'
import { zoneText } from '#contract/pricing/shipping-text.ts'
import { browse } from '../catalog/browse.ts'
import { findProduct } from '../catalog/queries.ts'
import { listVariants } from '../catalog/variant-queries.ts'
import { invalidInput, notFound } from '../errors.ts'
import { readCurrency, readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { checkoutLink, createCart, readCart, updateCart } from './carts.ts'
import { cartResult, fullProductResult, productResult } from './results.ts'

/** A tool for agents. Agents read its texts. */
export type Tool = {
  name: string
  title: string
  description: string
  input: z.ZodObject
  isReadOnly: boolean
  /** @throws ShopError */
  run(shop: Caller, input: never): Promise<Record<string, unknown>>
}

/** The shop, with the IP address of the calling agent. */
export type Caller = Shop & { address: string }

const PAGE_SIZE = 20
const ITEMS_MAX = 20

const ProductId = z.int().min(1).max(2_147_483_647).describe('The `id` of a product')
const VariantId = ProductId.optional().describe(
  'The `id` of one of the product’s `variants`, which get_product returns. Without it, the one whose price the product shows.',
)
const CartId = z.string().max(100).describe('The `cartId` that create_cart returned. Keep it secret.')
const items = (least: number) =>
  z
    .array(
      z.object({
        productId: ProductId,
        variantId: VariantId,
        quantity: z.int().min(least).max(QUANTITY_MAX),
      }),
    )
    .min(1)
    .max(ITEMS_MAX)
const amount = z.number().min(0).max(MAX_CENTS)

/** All tools, in the order of a purchase. */
export const tools: Tool[] = [
  tool({
    name: 'search_products',
    title: 'Search products',
    description: `Searches products by keywords, price, category, or discount, ${PAGE_SIZE} per page. Amounts are in the currency that each product names.`,
    input: z.object({
      search: z.string().max(200).optional().describe('A few keywords'),
      categoryId: ProductId.optional().describe('Only products in this category'),
      minPrice: amount.optional(),
      maxPrice: amount.optional(),
      onSale: z.boolean().optional().describe('Only discounted products'),
      sort: z.enum(SORTS).optional(),
      page: z.int().min(1).max(500).optional(),
    }),
    isReadOnly: true,
    async run({ db, config }, input) {
      const parameters = Object.entries(input).map(([name, value]) => [name, String(value)])
      const { products, total, pages } = await browse(db, queryOf(Object.fromEntries(parameters)))
      const currency = await readCurrency(db)
      return { total, pages, products: products.map((one) => productResult(one, config.publicUrl, currency)) }
    },
  }),
  tool({
    name: 'get_product',
    title: 'Get a product',
    description: `Returns everything on a product's page, and ${VARIANTS_PAGE} of its variants.`,
    input: z.object({
      productId: ProductId,
      variantsPage: z
        .int()
        .min(1)
        .max(VARIANTS_MAX)
        .optional()
        .describe('Up to `variantPages` of the product'),
    }),
    isReadOnly: true,
    async run({ db, config }, { productId, variantsPage: page = 1 }) {
      const settings = await readSettings(db)
      const product = await findProduct(db, productId, settings)
      const listed = await listVariants(db, productId, { page }, settings)
      if (!product || !listed) throw notFound('Product not found')
      return { product: fullProductResult(product, listed, config.publicUrl, settings.currency) }
    },
  }),
  tool({
    name: 'create_cart',
    title: 'Create a cart',
    description:
      'Creates a cart with these products. Nothing is purchased or reserved: stock is reserved once the shopper starts to pay.',
    input: z.object({ items: items(1) }),
    isReadOnly: false,
    async run({ db, address }, { items }) {
      const cartId = await createCart(db, items, address)
      return cartOf({ db }, cartId)
    },
  }),
  tool({
    name: 'get_cart',
    title: 'View a cart',
    description: 'Returns the items in a cart, with current prices and shipping.',
    input: z.object({ cartId: CartId }),
    isReadOnly: true,
    run: ({ db }, { cartId }) => cartOf({ db }, cartId),
  }),
  tool({
    name: 'update_cart',
    title: 'Update a cart',
    description: 'Sets the quantities of products in a cart. 0 removes a product.',
    input: z.object({ cartId: CartId, items: items(0) }),
    isReadOnly: false,
    async run({ db, address }, { cartId, items }) {
      await updateCart(db, cartId, items, address)
      return cartOf({ db }, cartId)
    },
  }),
  tool({
    name: 'checkout_link',
    title: 'Get the checkout link',
    description:
      'Returns a URL for the shopper to open. It brings this cart to the shop’s checkout, where they enter their address and pay. If `needsAccount` is true, they sign in or create an account first. You can’t pay for them.',
    input: z.object({ cartId: CartId }),
    isReadOnly: true,
    async run(shop, { cartId }) {
      const { lines: items } = await readCart(shop.db, cartId)
      if (items.length === 0) throw notFound('The cart is empty')
      const { url, validUntil } = checkoutLink(shop, cartId)
      const { guestCheckout } = await readSettings(shop.db)
      return { url, validUntil: validUntil.toISOString(), ...(!guestCheckout && { needsAccount: true }) }
    },
  }),
]

/** @throws ShopError 400 for queries that the site's own list rejects, such as a minimum price above the maximum */
function queryOf(input: Record<string, string>): ProductQuery {
  const parsed = ProductQuery.safeParse({ page: '1', ...input, pageSize: String(PAGE_SIZE) })
  if (parsed.success) return parsed.data
  throw invalidInput(parsed.error.issues[0]?.message ?? "The search isn't valid.")
}

async function cartOf({ db }: Pick<Shop, 'db'>, cartId: string) {
  const settings = await readSettings(db)
  const written = (cents: number) => formatCents(cents, settings)
  const zones = settings.zones?.map((zone) => zoneText(zone, written, settings)) ?? null
  return { cart: cartResult(cartId, await readCart(db, cartId), zones, settings) }
}

/** Makes the compiler check `run` against `input`. */
function tool<I extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'run'> & {
    input: I
    run(shop: Caller, input: z.output<I>): Promise<Record<string, unknown>>
  },
): Tool {
  return definition
}
