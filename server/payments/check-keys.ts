import Stripe from 'stripe'
import { PAYMENT_MESSAGES } from '#contract/payments/keys.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import type { StripeKeys, StripeSettings } from '../stripe-settings.ts'
import type { KeySource, KnownKeys } from './key-source.ts'
import { stripeClient } from './stripe-client.ts'
import { fixedKeys } from './stripe-keys.ts'

const TEST_CENTS = 5000

/**
 * Tries keys at Stripe: creates a payment with the secret key, reads it with the publishable key, which works only in the
 * same account, and cancels it. No card is charged.
 * @returns the name or the ID of the account, or null if the secret key may not read it
 * @throws ShopError 400 if Stripe rejects a key, 503 if it doesn't respond
 */
export async function checkKeys(settings: StripeSettings, keys: StripeKeys): Promise<string | null> {
  const client = (keys: StripeKeys) => stripeClient(settings, fixedKeys({ ...settings, keys }))
  const stripe = client(keys)
  const intent = await tried('secretKey', () =>
    stripe.paymentIntents.create({
      amount: TEST_CENTS,
      currency: 'usd',
      description: 'Check of the keys by the shop, canceled immediately',
    }),
  )
  const clientSecret = intent.client_secret ?? ''
  const browser = client({ ...keys, secretKey: keys.publishableKey })
  try {
    await tried('publishableKey', () =>
      browser.paymentIntents.retrieve(intent.id, { client_secret: clientSecret }),
    )
  } finally {
    await tried('secretKey', () => stripe.paymentIntents.cancel(intent.id))
  }
  return accountOf(stripe)
}

async function tried<T>(path: 'secretKey' | 'publishableKey', call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const message = rejectionOf(error)
    if (message === null)
      throw new ShopError(503, 'unavailable', PAYMENT_MESSAGES.stripeAway, { retryAfter: 5, cause: error })
    throw invalidInput(message, [{ path, message }])
  }
}

/** Returns why Stripe rejects a request, or null if it didn't respond. */
function rejectionOf({ statusCode = 0, message }: InstanceType<typeof Stripe.errors.StripeError>) {
  const isRejected = statusCode >= 400 && statusCode < 500 && statusCode !== 409 && statusCode !== 429
  return isRejected ? PAYMENT_MESSAGES.rejected(message) : null
}

/** A restricted key may lack the permission. */
async function accountOf(stripe: Stripe): Promise<string | null> {
  try {
    const { id, email, settings, business_profile } = await stripe.accounts.retrieveCurrent()
    return settings?.dashboard?.display_name || business_profile?.name || email || id
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return null
    throw error
  }
}

/** Admins open the pages that show a problem often, and each check is a request to Stripe. */
const CHECKED_MS = 10_000

/** Returns a function that finds why Stripe can't be used now, or null if it accepts the keys or doesn't respond. */
export function keyCheck(stripe: Stripe, keys: KeySource): () => Promise<string | null> {
  let last: { known: KnownKeys; problem: Promise<string | null>; endsAt: number } | undefined
  return async () => {
    const known = await keys.current()
    if (known.problem !== null) return known.problem
    const time = now().getTime()
    if (last?.known !== known || last.endsAt <= time)
      last = { known, problem: checkNow(stripe), endsAt: time + CHECKED_MS }
    return last.problem
  }
}

async function checkNow(stripe: Stripe): Promise<string | null> {
  try {
    await stripe.paymentIntents.list({ limit: 1 })
    return null
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return rejectionOf(error)
    throw error
  }
}
