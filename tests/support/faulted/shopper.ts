import { setTimeout as sleep } from 'node:timers/promises'
import { type Api, ApiError } from '../../../web/platform/api.ts'
import { createBuyer } from '../buyer.ts'
import { type Checkout, checkoutInput, payByCard } from '../purchase.ts'
import { sendRequest } from '../send-request.ts'
import { CARD } from '../shopper-details.ts'
import type { Offer } from './offers.ts'
import type { Purchase } from './plan.ts'
import type { World } from './world.ts'

/** How long a shopper retries without a response. */
const PATIENCE_MS = 300_000

/** The services that a shopper can reach. */
export type Street = Pick<World, 'url' | 'sandboxUrl' | 'strike'>

export type Outcome = 'paid' | 'declined' | 'gave up' | 'vanished'

/** Makes one shopper's purchase as planned, retrying where a person would. */
export async function shop(
  world: Street,
  purchase: Purchase,
  offers: Offer[],
  email: string,
): Promise<Outcome> {
  const buyer = createBuyer(world.url)
  const isAdded = await add(buyer, offers[purchase.product], purchase.quantity)
  for (const fault of purchase.faults) await setFault(world, fault)
  const disaster = purchase.disaster ? world.strike(purchase.disaster) : null
  if (!isAdded) return 'gave up'
  if (purchase.vanishes === 'before paying') {
    await goToPay(buyer, email)
    return 'vanished'
  }
  const first = await goToPay(buyer, email)
  if (purchase.asksTwice) await Promise.all([goToPay(buyer, email), goToPay(buyer, email)])
  if (purchase.addsMore) await add(buyer, offers[(purchase.product + 1) % offers.length], 1)
  const outcome = first ? await pay(world, buyer, purchase, email) : 'gave up'
  await disaster
  return outcome
}

/** Returns false if the variant is archived. */
async function add(buyer: Api, offer: Offer | undefined, quantity: number): Promise<boolean> {
  try {
    await persist(() => buyer.call('POST /api/cart', { productId: 0, ...offer, quantity }))
    return true
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    return false
  }
}

async function pay(world: Street, buyer: Api, purchase: Purchase, email: string): Promise<Outcome> {
  for (const card of purchase.cards) {
    // Fetches the shown cart again before the card is charged, as the page does.
    const checkout = await goToPay(buyer, email)
    if (checkout === 'paid') return 'paid'
    if (checkout === null) return 'gave up'
    const status = await persist(() => payByCard(world, checkout, card))
    if (purchase.vanishes === 'after paying') return 'vanished'
    if (status === 200 && card !== CARD.asksBank) return afterPayment(buyer, checkout)
  }
  return 'declined'
}

/** Polls the status until it is final, as the page after the payment does. */
async function afterPayment(buyer: Api, { clientSecret }: Checkout): Promise<Outcome> {
  const until = Date.now() + PATIENCE_MS
  while (Date.now() < until) {
    const { outcome } = await persist(() => buyer.call('POST /api/payment-outcome', { clientSecret }))
    if (outcome === 'paid') await persist(() => buyer.call('DELETE /api/cart'))
    if (outcome !== 'processing') return outcome === 'paid' ? 'paid' : 'declined'
    await sleep(200)
  }
  return 'gave up'
}

/** The shipping methods of a shop with zones. A shopper changes the method from one attempt to the next. */
const METHODS = ['mail', 'express']
let attempts = 0

/** Accepts changed prices a few times. Returns null if the shop permanently rejects the payment. */
async function goToPay(buyer: Api, email: string, tries = 3): Promise<Checkout | 'paid' | null> {
  const method = METHODS[attempts++ % METHODS.length]
  try {
    return await persist(async () =>
      buyer.call('POST /api/create-payment-intent', await checkoutInput(buyer, { email }, method)),
    )
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'cart_changed' && tries > 1) return goToPay(buyer, email, tries - 1)
    return error.code === 'already_paid' ? 'paid' : null
  }
}

/** Retries if there is no response, or while the shop sends Retry-After. */
export async function persist<T>(act: () => Promise<T>): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      const isHopeless = error instanceof ApiError && error.status < 500 && error.status !== 429
      if (isHopeless || Date.now() > until) throw error
      await sleep(150)
    }
  }
}

async function setFault({ sandboxUrl }: Street, { service, kind, delayMs }: Purchase['faults'][number]) {
  // 'down' lasts until it is removed; the other faults affect the next request.
  const body = JSON.stringify({ count: 1, ...(delayMs === null ? {} : { delayMs }) })
  await persist(() =>
    sendRequest(`${sandboxUrl}/sandbox/api/faults/${service}/${kind}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body,
    }),
  )
}
