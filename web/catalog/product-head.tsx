import type { Category, Product, Variant } from '#contract/catalog/api.ts'
import { isColorOption, variantTitle } from '#contract/catalog/variants.ts'
import { decodeHtml } from '#contract/html.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { productAddress } from '../platform/paths.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { listCategoriesQuery } from './queries.ts'
import { shippingDetailsQuery } from './shipping-queries.ts'

type Shop = ResponseOf<'GET /api/shop'>

/** Title, meta tags, and structured data of a product page. */
export function ProductHead({ product }: { product: Product }) {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: shipping = [] } = useQuery(shippingDetailsQuery(api, product))
  const { data: categories = [] } = useQuery(listCategoriesQuery(api))
  const publicUrl = shop?.publicUrl ?? ''
  const category = categories.find(({ id }) => id === product.categoryId)
  return (
    <Head
      title={`${product.name} – ${shop?.name ?? 'Plinth'}`}
      description={plainText(product.description, 160)}
      canonical={`${publicUrl}${productAddress(product)}`}
      image={product.image && new URL(product.image, publicUrl || 'http://localhost').href}
      type="product"
      jsonLd={shop && productFacts(shop, product, category, shippingAtOf(shipping))}
    />
  )
}

/** Structured data of a product. Always has an offer, but a rating only if there are real reviews (contract section 2). */
function productFacts(
  shop: Shop,
  product: Product,
  category: Category | undefined,
  shippingAt: (price: string) => object[],
): object[] {
  const { publicUrl } = shop
  const offerOf = (url: string, offered: Offered) =>
    offer(url, shop.currency.code, offered, shippingAt(offered.price))
  const url = `${publicUrl}${productAddress(product)}`
  return [
    {
      '@context': 'https://schema.org',
      '@type': product.options.length > 0 ? 'ProductGroup' : 'Product',
      name: product.name,
      url,
      ...(product.options.length > 0
        ? { productGroupID: String(product.id), ...variantFacts(publicUrl, product, offerOf) }
        : { ...codesOf(product), offers: offerOf(url, product) }),
      description: plainText(product.description),
      image: product.images.map((image) => new URL(image.url, publicUrl).href),
      ...(category ? { category: category.name } : {}),
      ...(product.hasReviews
        ? {
            aggregateRating: {
              '@type': 'AggregateRating',
              ratingValue: product.rating,
              reviewCount: product.reviewCount,
              bestRating: '5',
              worstRating: '1',
            },
          }
        : {}),
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${publicUrl}/` },
        { '@type': 'ListItem', position: 2, name: product.name, item: url },
      ],
    },
  ]
}

/** Returns a function that describes what shipping costs at a price. Equal prices refer to the first details by ID. */
function shippingAtOf(
  shipping: ResponseOf<'GET /api/products/:slugOrId/shipping-details'>,
): (price: string) => object[] {
  const described = new Set<string>()
  return (price) => {
    const details = shipping.find((one) => one.price === price)?.details ?? []
    if (described.has(price)) return details.map((one) => ({ '@id': one['@id'] }))
    described.add(price)
    return details
  }
}

type Offered = Pick<Product, 'price' | 'inStock' | 'unitPrice'>

/** Unit codes of the United Nations. */
const UNIT_CODES: Record<string, string> = {
  g: 'GRM',
  kg: 'KGM',
  ml: 'MLT',
  l: 'LTR',
  m: 'MTR',
  'm²': 'MTK',
}

/** The price of the content, and the quantity that the unit price refers to, as search engines expect them. */
function priceSpecification(
  price: string,
  priceCurrency: string,
  { content, per }: NonNullable<Product['unitPrice']>,
) {
  const quantity = (text: string) => {
    const [value, unit = ''] = text.split(' ')
    return { '@type': 'QuantitativeValue', value, unitCode: UNIT_CODES[unit] ?? 'C62' }
  }
  return {
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency,
    referenceQuantity: { ...quantity(content), valueReference: quantity(per) },
  }
}

/** Constant properties come first, so a hundred offers compress well. */
function offer(
  url: string,
  priceCurrency: string,
  { price, inStock, unitPrice }: Offered,
  shippingDetails: object[],
) {
  return {
    '@type': 'Offer',
    itemCondition: 'https://schema.org/NewCondition',
    priceCurrency,
    price,
    availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
    url,
    ...(unitPrice && { priceSpecification: priceSpecification(price, priceCurrency, unitPrice) }),
    ...(shippingDetails.length > 0 && { shippingDetails }),
  }
}

/** Schema.org has a property for each length of a GTIN, such as gtin13. */
function codesOf({ id, sku, gtin }: Pick<Variant, 'id' | 'sku' | 'gtin'>) {
  return { sku: sku ?? String(id), ...(gtin && { [`gtin${gtin.length}`]: gtin }) }
}

/** Schema.org properties of options. Other options have none. */
const VARIES_BY = ['color', 'size', 'material', 'pattern']

function variantFacts(
  publicUrl: string,
  product: Product,
  offerOf: (url: string, variant: Product['variants'][number]) => object,
) {
  const { name, options, variants, image } = product
  const properties = options.map((option) => (isColorOption(option) ? 'color' : option.name.toLowerCase()))
  const known = (place: number) => VARIES_BY.includes(properties[place] ?? '')
  return {
    variesBy: properties
      .filter((_, place) => known(place))
      .map((property) => `https://schema.org/${property}`),
    hasVariant: variants.map((variant) => {
      const url = `${publicUrl}${productAddress(product)}?variant=${variant.id}`
      return {
        '@type': 'Product',
        image: new URL(variant.image ?? image, publicUrl).href,
        name: `${name} (${variantTitle(variant.optionValues)})`,
        ...Object.fromEntries(
          variant.optionValues.flatMap((value, place) => (known(place) ? [[properties[place], value]] : [])),
        ),
        ...codesOf(variant),
        offers: offerOf(url, variant),
      }
    }),
  }
}

/** Returns the plain text of HTML, truncated at a word boundary. */
export function plainText(html: string, most = 300): string {
  const text = decodeHtml(html.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()
  return text.length <= most ? text : `${text.slice(0, most).replace(/\s\S*$/, '')} …`
}
