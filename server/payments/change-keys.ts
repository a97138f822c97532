import { z } from 'zod'
import type { changeKeys as endpoint, PaymentProvider } from '#contract/payments/api.ts'
import { isLiveKey, keyProblems, PAYMENT_MESSAGES } from '#contract/payments/keys.ts'
import { recordChange } from '../audit/audit.ts'
import { invalidInput, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { job } from '../platform/jobs/queue.ts'
import { lockSettings } from '../settings/queries.ts'
import { changeSettings, readSettings, type StoredStripeKeys } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import type { StripeKeys } from '../stripe-settings.ts'
import { checkKeys } from './check-keys.ts'
import type { KnownKeys } from './key-source.ts'
import { isAllowed, sealKeys, unsealKeys } from './stripe-keys.ts'

type Parts = Pick<Shop, 'db' | 'config' | 'secrets' | 'keys'>
type Typed = z.output<typeof endpoint.input>

/** Returns the keys as shown to admins: where they come from, and how each ends. */
export async function shownKeys(db: Db, { source, keys }: KnownKeys): Promise<PaymentProvider['keys']> {
  if (source === 'none') return { source, account: null, ends: null }
  const { stripeKeys: stored } = await readSettings(db)
  if (source === 'stored' && stored) return { source, account: stored.account, ends: endsOf(stored) }
  return { source, account: null, ends: keys && endsOf(describe(keys)) }
}

/**
 * Stores keys once Stripe has accepted them. Omitted ones keep their value.
 * @throws ShopError 400 for a key that is wrong or missing, 409 if the environment sets the keys, or if they were changed
 * concurrently, 503 if Stripe doesn't respond
 */
export async function changeKeys({ db, config, secrets, keys }: Parts, adminId: number, typed: Typed) {
  if (config.stripe.areKeysFixed) throw fixed()
  const { stripeKeys: before } = await readSettings(db)
  const merged = { ...(before && unsealKeys(secrets, before)), ...withoutEmpty(typed) }
  const complete = completed(merged)
  const problems = keyProblems(complete).map(({ path, message }) => ({ path, message: `This ${message}.` }))
  if (problems[0]) throw invalidInput(problems[0].message, problems)
  // The sandbox has live keys for tests of shops outside the demo, and a real one must not be sent to it.
  if (config.demo && isLiveKey(complete.secretKey)) throw rejected('secretKey', DEMO_IS_TEST)
  if (!isAllowed(config, complete)) throw rejected('secretKey', PAYMENT_MESSAGES.insecure)
  const account = await checkKeys(config.stripe, complete)
  const after: StoredStripeKeys = {
    ...describe(complete),
    sealed: sealKeys(secrets, complete),
    account,
    changedAt: now().toISOString(),
  }
  await replace(db, adminId, before, after)
  await keys.refresh()
}

/** @throws ShopError 409 if the environment sets the keys, or if they were changed concurrently */
export async function removeKeys({ db, config, keys }: Omit<Parts, 'secrets'>, adminId: number) {
  if (config.stripe.areKeysFixed) throw fixed()
  const { stripeKeys: before } = await readSettings(db)
  if (before) await replace(db, adminId, before, null)
  await keys.refresh()
}

/** Hourly job. */
export const reencryptKeysJob = job('reencrypt-stripe-keys', z.object({}))

/** Encrypts the keys with the current SECRET_KEY, so that the previous one can be removed. */
export async function reencryptKeys({ db, secrets }: Pick<Shop, 'db' | 'secrets'>): Promise<void> {
  const { stripeKeys: stored } = await readSettings(db)
  const keys = stored && secrets.isOutdated(stored.sealed) && unsealKeys(secrets, stored)
  if (!stored || !keys) return
  await inTransaction(db, async (db) => {
    await lockSettings(db)
    const { stripeKeys } = await readSettings(db)
    if (stripeKeys?.sealed !== stored.sealed) return
    await changeSettings(db, { stripeKeys: { ...stored, sealed: sealKeys(secrets, keys) } })
  })
}

async function replace(
  db: Db,
  actorId: number,
  before: StoredStripeKeys | null,
  after: StoredStripeKeys | null,
) {
  await inTransaction(db, async (db) => {
    await lockSettings(db)
    const { stripeKeys } = await readSettings(db)
    if (stripeKeys?.sealed !== before?.sealed) throw changedMeanwhile()
    await recordChange(db, {
      actorId,
      action: after ? 'stripe_keys.changed' : 'stripe_keys.removed',
      subjectId: 'shop',
      before: before && loggedOf(before),
      after: after && loggedOf(after),
    })
    await changeSettings(db, { stripeKeys: after })
  })
}

const DEMO_IS_TEST = 'The demo accepts only the sandbox’s keys for tests.'

const END = 4
const endOf = (key: string) => key.slice(-END)

const describe = ({ secretKey, publishableKey, webhookSecret }: StripeKeys) => ({
  publishableKey,
  secretEnd: endOf(secretKey),
  webhookEnd: endOf(webhookSecret),
})

const endsOf = ({ publishableKey, secretEnd, webhookEnd }: ReturnType<typeof describe>) => ({
  secretKey: secretEnd,
  publishableKey: endOf(publishableKey),
  webhookSecret: webhookEnd,
})

const loggedOf = (stored: StoredStripeKeys) => ({
  mode: stored.publishableKey.startsWith('pk_live_') ? 'live' : 'test',
  account: stored.account,
  ...endsOf(stored),
})

const withoutEmpty = (typed: Typed) =>
  Object.fromEntries(Object.entries(typed).filter(([, key]) => key !== '')) as Partial<StripeKeys>

/** @throws ShopError 400 */
function completed({
  secretKey = '',
  publishableKey = '',
  webhookSecret = '',
}: Partial<StripeKeys>): StripeKeys {
  const keys = { secretKey, publishableKey, webhookSecret }
  const [missing] = Object.entries(keys).find(([, key]) => key === '') ?? []
  if (missing) throw rejected(missing, PAYMENT_MESSAGES.incomplete)
  return keys
}

const rejected = (path: string, message: string) => invalidInput(message, [{ path, message }])

const fixed = () => new ShopError(409, 'conflict', PAYMENT_MESSAGES.fixed)

const changedMeanwhile = () => new ShopError(409, 'changed_meanwhile', PAYMENT_MESSAGES.changedMeanwhile)
