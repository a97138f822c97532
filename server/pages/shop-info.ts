import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { ProductImage } from '#contract/catalog/api.ts'
import { SPEC_FIELDS } from '#contract/checkout/fields.ts'
import { priceLimits } from '#contract/currencies.ts'
import { UTC } from '#contract/dates.ts'
import { centsToWire } from '#contract/money.ts'
import { ORDER_PREFIX } from '#contract/orders/rules.ts'
import type { MenuLink } from '#contract/pages/menus.ts'
import { FIXED_PAGES, isFixedPage, isOriginalPage, pageAddress } from '#contract/pages/rules.ts'
import { RETURN_DAYS } from '#contract/policies.ts'
import type { getShopInfo } from '#contract/settings/shop-info.ts'
import type { listCategories } from '../catalog/queries.ts'
import type { Config } from '../config.ts'
import { demoImage } from '../images/demo-images.ts'
import { publishableKeyOf } from '../payments/stripe-keys.ts'
import { ROOT } from '../platform/root.ts'
import { shopTaxes } from '../pricing/shop-taxes.ts'
import { lowestRate } from '../settings/lowest-rate.ts'
import { supportAddress } from '../settings/sender.ts'
import { checkoutFields, type Settings, shipsToEu } from '../settings/settings.ts'
import { lookOf } from './look.ts'
import { shopMenus } from './menus.ts'

const CATALOG = new URL('db/seed/catalogue.json', ROOT)
const Hero = z.object({ hero: z.object({ file: z.string(), alt: z.string() }) })

/** Returns the wide photograph of a fresh install. */
export async function installedHero(): Promise<z.input<typeof ProductImage>> {
  const { file, alt } = Hero.parse(JSON.parse(readFileSync(CATALOG, 'utf8'))).hero
  return { ...(await demoImage(file)), alt }
}

type Parts = {
  /** May be empty if the menus link to no category. */
  categories: Awaited<ReturnType<typeof listCategories>>
  hero: z.input<typeof ProductImage>
  config: Config
}

/** Returns the facts and words of the shop that every page is drawn from. */
export function shopInfoOf(
  settings: Settings,
  { categories, hero, config }: Parts,
): z.input<typeof getShopInfo.response> {
  const taxes = shopTaxes(settings)
  const { backInStock, timeZone, weightUnits, orderPrefix, returnDays } = settings
  const limits = priceLimits(settings.currency)
  const look = lookOf(settings)
  const { picture, pictureText } = settings.home
  const ownTexts = Object.keys(settings.pages).filter(isFixedPage)
  const fields = checkoutFields(settings)
  const menus = shopMenus(settings, categories)
  return {
    name: settings.shopName,
    demo: config.demo,
    sandboxUrl: config.sandbox?.url ?? null,
    publicUrl: config.publicUrl,
    supportEmail: supportAddress(settings, config),
    pageSize: settings.pageSize,
    shippingRate: centsToWire(lowestRate(settings), settings.currency),
    currency: settings.currency,
    locale: settings.locale,
    ...(timeZone !== UTC && { timeZone }),
    ...(weightUnits !== 'entered' && { weightUnits }),
    reviewsFromBuyersOnly: settings.reviewsFromBuyersOnly,
    ...(limits && { priceLimits: limits }),
    ...(returnDays !== RETURN_DAYS && { returnDays }),
    ...(orderPrefix !== ORDER_PREFIX && { orderPrefix }),
    ...(backInStock !== 'options' && { backInStock }),
    ...(taxes && { taxes }),
    ...(settings.zones && { hasZones: true as const }),
    ...(shipsToEu(settings) && euFacts(settings)),
    ...(!settings.guestCheckout && { needsAccount: true as const }),
    ...(!isDeepStrictEqual(fields, SPEC_FIELDS) && { checkoutFields: fields }),
    expressCheckoutKey: config.stripe.hasExpressCheckout ? publishableKeyOf(settings, config) : null,
    hero: picture ? { ...picture, alt: pictureText } : hero,
    ...(ownTexts.length > 0 && { ownTexts }),
    ...orderPolicies(settings),
    ...(look && { look }),
    ...(menus && { menus }),
  }
}

const POLICIES = ['terms-conditions', 'withdrawal-policy', 'privacy-policy'] as const

/** Returns the links next to the button that orders: in shops that ship to the EU, or if the owner wrote one of the pages. */
function orderPolicies(settings: Settings) {
  const isShown = shipsToEu(settings) || POLICIES.some((name) => settings.pages[name]?.isPublished)
  if (!isShown) return {}
  const shown = POLICIES.filter((name) => isOriginalPage(name) || settings.pages[name]?.isPublished)
  return {
    orderPolicies: shown.map(
      (name): MenuLink => [settings.pages[name]?.title ?? FIXED_PAGES[name].title, pageAddress(name)],
    ),
  }
}

function euFacts({ orderButton }: Settings) {
  const label = orderButton === 'payment' ? undefined : orderButton
  return { shipsToEu: true as const, orderButton: label }
}
