import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isPhoneIn } from '#contract/addresses/phones.ts'
import * as contract from '#contract/checkout/api.ts'
import { CHECKOUT_MESSAGES } from '#contract/checkout/rules.ts'
import {
  billingInfo,
  type OrderAddresses,
  shippingInfo,
  VAT_NUMBER_MESSAGES,
} from '#contract/checkout/shipping.ts'
import { addressFormatOf } from '../addresses/address-formats.ts'
import { orderOwnerOf, ownerOf, renewCookie } from '../cart/cookie.ts'
import { hasItems } from '../cart/item-queries.ts'
import { invalidInput, notFound, notSignedIn } from '../errors.ts'
import { inSoleTurn } from '../platform/http/fair-turns.ts'
import { addressKey, countAttempt, type Limit, siteKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { sha256 } from '../platform/ids.ts'
import { checkoutFields, readSettings, type Settings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { startCheckout } from './checkout.ts'
import { paymentOutcome } from './outcome.ts'
import { pricedFormatsOf } from './priced-formats.ts'
import { findKnownAddresses } from './queries.ts'
import { checkVatNumber, requireVatNumber, usesVatNumbers } from './vat-number.ts'

/** Requests per IP address, which may be an office with 1,000 customers. Orders have separate limits (unpaid-limits.ts). */
const LIMITS = {
  /** A purchase takes two or three requests. */
  intents: { name: 'checkout-address', points: 6000, seconds: 15 * 60 },
  /** The page after the payment polls until it knows the outcome. */
  outcomes: { name: 'outcome-address', points: 6000, seconds: 15 * 60 },
} as const satisfies Record<string, Limit>

export function checkoutRoutes(app: FastifyInstance, { db, gateway, config }: Shop) {
  const vatNumberOf = (request: FastifyRequest, settings: Settings, vatId: string | undefined) =>
    checkVatNumber(db, settings, config, vatId, addressKey(request.ip))

  mount(app, contract.getCheckout, async (_input, request, reply) => {
    reply.header('cache-control', 'no-store')
    return findKnownAddresses(db, orderOwnerOf(request, config), request.user?.id ?? null)
  })

  mount(
    app,
    contract.createPaymentIntent,
    async ({ items, amount, currency, methodId, vatId, ...typed }, request, reply) => {
      reply.header('cache-control', 'no-store')
      await countAttempt(db, LIMITS.intents, addressKey(request.ip))
      const settings = await readSettings(db)
      if (!settings.guestCheckout && !request.user) throw notSignedIn(CHECKOUT_MESSAGES.needsAccount)
      const checked = checkedAddresses(settings, typed)
      const hasUse = vatId !== undefined && (await hasItems(db, ownerOf(request)))
      const vatNumber = hasUse ? await vatNumberOf(request, settings, vatId) : null
      if (!vatNumber) requireVatNumber(settings, checked.shippingInfo)
      const addresses = { ...checked, vatNumber }
      const inTurn = <T>(work: () => Promise<T>) => inSoleTurn(request, work)
      const owner = await inTurn(() => renewCookie(db, request, reply, config, addresses))
      if (!owner) throw invalidInput(CHECKOUT_MESSAGES.emptyCart)
      const addressHash = sha256(siteKey(request.ip))
      const buyer = { owner, userId: request.user?.id ?? null, addressHash, inTurn }
      const seen = { items, amount, currency, methodId }
      const ready = await startCheckout(db, gateway, config, buyer, seen, addresses)
      request.log.info({ orderId: ready.orderId }, 'payment ready')
      return { ...ready, publishableKey: gateway.publishableKey }
    },
  )

  mount(app, contract.checkVatNumber, async ({ vatId }, request, reply) => {
    reply.header('cache-control', 'no-store')
    await countAttempt(db, LIMITS.intents, addressKey(request.ip))
    const settings = await readSettings(db)
    if (!usesVatNumbers(settings)) throw notFound(VAT_NUMBER_MESSAGES.noUse)
    if (!(await hasItems(db, ownerOf(request)))) throw invalidInput(CHECKOUT_MESSAGES.emptyCart)
    const vatNumber = await vatNumberOf(request, settings, vatId)
    if (!vatNumber) throw notFound(VAT_NUMBER_MESSAGES.noUse)
    const { id, country, state, isAccepted, name } = vatNumber
    return { id, country, state, isAccepted, name }
  })

  mount(app, contract.getPaymentOutcome, async ({ clientSecret }, request, reply) => {
    reply.header('cache-control', 'no-store')
    await countAttempt(db, LIMITS.outcomes, addressKey(request.ip))
    const visitor = { owner: orderOwnerOf(request, config), addressHash: sha256(siteKey(request.ip)) }
    return paymentOutcome(db, gateway, config, clientSecret, visitor)
  })
}

/**
 * Checks addresses against the formats of their countries, as the form does. Whether the shop ships there is checked by
 * the quote.
 * @throws ShopError 400
 */
function checkedAddresses(
  settings: Settings,
  addresses: { shippingInfo: unknown; billingInfo: unknown },
): OrderAddresses {
  const fields = checkoutFields(settings)
  const shipping = shippingInfo(pricedFormatsOf(settings), fields, isPhoneIn).safeParse(
    addresses.shippingInfo,
  )
  const billing = billingInfo(addressFormatOf, fields).nullable().safeParse(addresses.billingInfo)
  if (shipping.success && billing.success) return { shippingInfo: shipping.data, billingInfo: billing.data }
  const errors = [
    ...(shipping.error?.issues ?? []).map((issue) => ({ ...issue, path: ['shippingInfo', ...issue.path] })),
    ...(billing.error?.issues ?? []).map((issue) => ({ ...issue, path: ['billingInfo', ...issue.path] })),
  ].map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalidInput(errors[0]?.message ?? 'The address is not valid', errors)
}
