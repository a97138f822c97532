import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { type AdminIcon, listIcons } from '#contract/admin/api.ts'
import { priceLimits } from '#contract/currencies.ts'
import { UTC } from '#contract/dates.ts'
import { centsToWire } from '#contract/money.ts'
import { isFixedPage } from '#contract/pages/rules.ts'
import { getBusiness, getShopInfo } from '#contract/settings/api.ts'
import { listCategories } from '../catalog/queries.ts'
import { demoImage } from '../images/demo-images.ts'
import { tagResponse } from '../platform/http/cache-tags.ts'
import { mount } from '../platform/http/mount.ts'
import { ROOT } from '../platform/root.ts'
import { lowestRate, shipsToEu } from '../pricing/shipping-facts.ts'
import { shopTaxes } from '../pricing/shop-taxes.ts'
import { linesOfBusiness, readSettings, supportAddress } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { lookOf } from './look.ts'
import { hasCategoryLinks, shopMenus } from './menus.ts'

const FILE = createRequire(import.meta.url).resolve(
  '@fortawesome/fontawesome-free/metadata/icon-families.json',
)

type Families = Record<
  string,
  { label: string; search?: { terms?: string[] }; svgs?: { classic?: object; brands?: object } }
>

/** Returns every icon that /icons serves, with Font Awesome's search terms; read on first use. */
function listIconNames(): Promise<AdminIcon[]> {
  known ??= readAll()
  return known
}

let known: Promise<AdminIcon[]> | undefined

async function readAll(): Promise<AdminIcon[]> {
  const families = JSON.parse(await readFile(FILE, 'utf8')) as Families
  // Omits the icons of digits and letters.
  const pictures = Object.entries(families).filter(([name]) => name.length > 1)
  return pictures.map(([name, { label, search }]) => ({
    icon: `fa-${name}`,
    words: [label, ...(search?.terms ?? [])].join(' ').toLowerCase(),
  }))
}

const CATALOG = new URL('db/seed/catalogue.json', ROOT)
const Hero = z.object({ hero: z.object({ file: z.string(), alt: z.string() }) })

export async function pageRoutes(app: FastifyInstance, { reads, config }: Shop) {
  const { file, alt } = Hero.parse(JSON.parse(readFileSync(CATALOG, 'utf8'))).hero
  const hero = { ...(await demoImage(file)), alt }

  mount(app, listIcons, listIconNames)

  const sandbox = config.sandbox
  if (sandbox) app.get('/sandbox', async (_request, reply) => reply.redirect(sandbox.url, 302))

  mount(app, getBusiness, async (_input, request, reply) => {
    tagResponse(reply, [])
    return linesOfBusiness(await reads(request, readSettings))
  })

  mount(app, getShopInfo, async (_input, request, reply) => {
    tagResponse(reply, [])
    const settings = await reads(request, readSettings)
    const taxes = shopTaxes(settings)
    const { backInStock, timeZone, weightUnits } = settings
    const limits = priceLimits(settings.currency)
    const look = lookOf(settings)
    const { picture, pictureText } = settings.home
    const ownTexts = Object.keys(settings.pages).filter(isFixedPage)
    const categories = hasCategoryLinks(settings) ? await reads(request, listCategories) : []
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
      ...(backInStock !== 'options' && { backInStock }),
      ...(taxes && { taxes }),
      ...(settings.zones && { hasZones: true as const }),
      ...(shipsToEu(settings) && { shipsToEu: true as const }),
      expressCheckoutKey: config.stripe.hasExpressCheckout ? config.stripe.publishableKey : null,
      hero: picture ? { ...picture, alt: pictureText } : hero,
      ...(ownTexts.length > 0 && { ownTexts }),
      ...(look && { look }),
      ...(menus && { menus }),
    }
  })
}
