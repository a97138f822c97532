import type { ProductRecord } from '../catalogue/records.ts'
import { imageAddress, imageSize } from '../images/addresses.ts'

/** A product as webhooks tell it: in the words of the platform's older API. `url` is the sandbox's origin. */
export function productPayload(url: string, product: ProductRecord) {
  return {
    admin_graphql_api_id: `gid://shopify/Product/${product.id}`,
    id: product.id,
    title: product.title,
    handle: product.handle,
    body_html: product.descriptionHtml,
    status: product.status.toLowerCase(),
    vendor: product.vendor,
    product_type: product.productType,
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    tags: '',
    options: product.options.map(({ name, values }, place) => ({ name, position: place + 1, values })),
    images: product.media.flatMap((medium) =>
      medium.kind === 'image' && !medium.isProcessing
        ? [{ alt: medium.alt, src: imageAddress(url, medium, product.updatedAt), ...imageSize }]
        : [],
    ),
    variants: product.variants.map((variant, place) => ({
      position: place + 1,
      sku: variant.sku,
      price: variant.price,
      compare_at_price: variant.compareAtPrice,
      inventory_quantity: variant.inventoryQuantity,
    })),
  }
}
