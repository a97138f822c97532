import fc from 'fast-check'
import { CARD } from '../shopper-details.ts'
import type { Disaster } from './world.ts'

/** One shopper's actions, and the faults during them. */
export type Purchase = {
  product: number
  quantity: number
  /** Faults set while this shopper shops. They affect the next request of any shopper. */
  faults: { service: string; kind: string; delayMs: number | null }[]
  disaster: Disaster | null
  cards: readonly string[]
  vanishes: 'never' | 'before paying' | 'after paying'
  /** Changes the cart before the payment. */
  addsMore: boolean
  /** Starts paying in two tabs at the same time. */
  asksTwice: boolean
  /** The admin cancels the order later. */
  isCancelled: boolean
}

const PAYMENT_FAULTS = [
  'declined',
  'processing',
  'slow',
  'rate-limited',
  'error',
  'timeout-before',
  'timeout-after',
  'webhook-lost',
  'webhook-late',
  'webhook-doubled',
  'webhook-reordered',
  'refund-pending',
  'refund-fails',
  'down',
] as const
/** All except 'lost', because the shop can't detect an email that was accepted and then lost. */
const MAIL_FAULTS = ['down', 'slow', 'doubled'] as const
/** Delays of faults, short enough that many purchases fit into a test. */
const DELAYS: Record<string, number> = {
  processing: 400,
  slow: 300,
  'timeout-before': 50,
  'timeout-after': 50,
  'webhook-late': 800,
  'webhook-reordered': 800,
  'refund-pending': 500,
  'refund-fails': 500,
}

/** Returns the same plan for the same seed. */
export function planOf(seed: number, purchases: number): Purchase[] {
  const fault = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...PAYMENT_FAULTS).map((kind) => of('payments', kind)) },
    { weight: 1, arbitrary: fc.constantFrom(...MAIL_FAULTS).map((kind) => of('mail', kind)) },
  )
  const rarely = { weight: 1, arbitrary: fc.constant(true) }
  const mostly = { weight: 7, arbitrary: fc.constant(false) }
  const purchase: fc.Arbitrary<Purchase> = fc.record({
    product: fc.integer({ min: 0, max: 4 }),
    quantity: fc.integer({ min: 1, max: 3 }),
    faults: fc.array(fault, { maxLength: 2 }),
    disaster: fc.oneof(
      { weight: 90, arbitrary: fc.constant(null) },
      { weight: 4, arbitrary: fc.constant<Disaster>('kill the shop') },
      { weight: 4, arbitrary: fc.constant<Disaster>('kill the provider') },
      { weight: 2, arbitrary: fc.constant<Disaster>('kill PostgreSQL') },
    ),
    cards: fc.oneof(
      { weight: 6, arbitrary: fc.constant([CARD.good]) },
      { weight: 1, arbitrary: fc.constant([CARD.declined, CARD.good]) },
      { weight: 1, arbitrary: fc.constant([CARD.noFunds]) },
      { weight: 1, arbitrary: fc.constant([CARD.asksBank]) },
    ),
    vanishes: fc.oneof(
      { weight: 6, arbitrary: fc.constant('never' as const) },
      { weight: 1, arbitrary: fc.constant('before paying' as const) },
      { weight: 2, arbitrary: fc.constant('after paying' as const) },
    ),
    addsMore: fc.oneof(rarely, mostly),
    asksTwice: fc.oneof(rarely, mostly),
    isCancelled: fc.oneof(rarely, mostly),
  })
  return fc.sample(purchase, { seed, numRuns: purchases })
}

const of = (service: string, kind: string) => ({ service, kind, delayMs: DELAYS[kind] ?? null })
