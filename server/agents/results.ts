import sanitizeHtml from 'sanitize-html'
import type { ListedProduct, Product, Variant } from '#contract/catalog/api.ts'
import { lineName, VARIANTS_PAGE } from '#contract/catalog/variants.ts'
import { decodeHtml } from '#contract/html.ts'
import { type Currency, centsToWire } from '#contract/money.ts'
import { lineTotal } from '#contract/pricing/amounts.ts'
import { missingCents } from '../checkout/minimum-order.ts'
import type { PricedCart } from '../pricing/pricing.ts'
import type { Settings } from '../settings/settings.ts'

/** Returns a product as listed. Amounts are strings such as '129.00'. */
export function productResult(
  product: Omit<ListedProduct, 'swatches'>,
  publicUrl: string,
  currency: Currency,
) {
  const { id, name, slug, price, oldPrice, priorPrice } = product
  const { inStock, stockQuantity, colors, shippingCost, options, priceFrom, unitPrice } = product
  return {
    id,
    name,
    price,
    oldPrice,
    lowestPriceIn30Days: priorPrice,
    ...(unitPrice && { unitPrice }),
    currency: currency.code,
    inStock,
    stockQuantity,
    colors,
    shippingCost,
    ...(options.length > 0 ? { options, isLowestPrice: priceFrom } : {}),
    // Without real reviews, the rating is only a default or an admin's input.
    ...(product.hasReviews ? { rating: product.rating, reviewCount: product.reviewCount } : {}),
    image: new URL(product.image, publicUrl).href,
    url: `${publicUrl}/product/${slug ?? id}`,
  }
}

function variantResult({
  id,
  optionValues,
  sku,
  price,
  oldPrice,
  unitPrice,
  inStock,
  stockQuantity,
}: Variant) {
  return { id, optionValues, sku, price, oldPrice, ...(unitPrice && { unitPrice }), inStock, stockQuantity }
}

/** Returns a product with all details of its page, as plain text, and one page of its variants. */
export function fullProductResult(
  product: Product,
  { variants, total }: { variants: Variant[]; total: number },
  publicUrl: string,
  currency: Currency,
) {
  const { description, additionalImages, weight, weightUnit, shippingDays, sku } = product
  return {
    ...productResult(product, publicUrl, currency),
    weight,
    weightUnit,
    shippingDays,
    description: plain(description),
    images: additionalImages.map((image) => new URL(image, publicUrl).href),
    ...(product.options.length > 0
      ? { variants: variants.map(variantResult), variantPages: Math.ceil(total / VARIANTS_PAGE) }
      : { sku }),
  }
}

function plain(html: string): string {
  const lines = html.replaceAll(/<\/(p|li|h\d)>/g, '\n')
  return decodeHtml(sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} })).trim()
}

/** Returns a cart at current prices, without taxes, which depend on the destination. */
export function cartResult(cartId: string, priced: PricedCart, zones: string[] | null, settings: Settings) {
  const { lines, quote } = priced
  const missing = missingCents(priced, settings)
  const wire = (cents: number) => centsToWire(cents, quote.currency)
  return {
    cartId,
    currency: quote.currency.code,
    items: lines.map((item) => ({
      productId: item.productId,
      ...(item.variant ? { variantId: item.variant.id } : {}),
      name: lineName(item.product.name, item.variant),
      quantity: item.quantity,
      price: item.product.price,
      lineTotal: wire(lineTotal(item)),
      // Null if untracked.
      left: item.product.stockQuantity,
      canBeBought: item.isAvailable && item.product.inStock,
    })),
    subtotal: wire(quote.subtotalCents),
    shippingCost: wire(quote.shippingCents),
    total: wire(quote.totalCents),
    // The shop rejects a checkout until the items reach its minimum order.
    ...(missing !== null && { minimumOrder: wire(settings.minimumOrderCents), missing: wire(missing) }),
    // The shopper signs in on the shop's pages first.
    ...(!settings.guestCheckout && { needsAccount: true }),
    // Until the shopper has entered an address, shipping costs as in the first zone.
    ...(zones && { shippingZones: zones }),
  }
}
