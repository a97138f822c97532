import type { Store } from '../../store.ts'
import { findObject, type Kind, selectObjects } from '../objects.ts'
import { invalidRequest } from './api-error.ts'

type Answer = Record<string, unknown>

/** Puts whole objects in place of their ids, along paths such as `latest_charge.balance_transaction`. */
export function expand(store: Store, answer: object, paths: readonly string[]): object {
  const copy = structuredClone(answer) as Answer
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > deepest)
      throw invalidRequest(`'${path}' goes deeper than ${deepest} levels.`, { param: 'expand' })
    expandPath(store, copy, steps, path)
  }
  return copy
}

const deepest = 4

/** Which fields hold ids, and of what. */
const expandable: Record<string, Record<string, Kind>> = {
  payment_intent: { latest_charge: 'charge', payment_method: 'payment_method' },
  charge: { payment_intent: 'payment_intent', balance_transaction: 'balance_transaction' },
  refund: {
    charge: 'charge',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
    balance_transaction: 'balance_transaction',
    failure_balance_transaction: 'balance_transaction',
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
}

/** Fields that are empty here whatever happens, because what they would hold is not played. */
const alwaysEmpty: Record<string, readonly string[]> = {
  payment_intent: ['application', 'customer', 'on_behalf_of', 'payment_record', 'review', 'source'],
  charge: [
    'application',
    'application_fee',
    'customer',
    'failure_balance_transaction',
    'on_behalf_of',
    'review',
  ],
  refund: ['customer', 'source_transfer_reversal', 'transfer_reversal'],
  payment_method: ['customer'],
}

function expandPath(store: Store, object: Answer, [step = '', ...rest]: string[], path: string) {
  if (object.object === 'list' && step === 'data') {
    for (const item of object.data as Answer[]) expandPath(store, item, rest, path)
    return
  }
  const kind = String(object.object)
  if (kind === 'charge' && step === 'refunds') object.refunds ??= refundsOf(store, String(object.id))
  else if (kind === 'balance_transaction' && step === 'source') object.source = sourceOf(store, object.source)
  else if (!alwaysEmpty[kind]?.includes(step)) putWhole(store, object, step, path)

  const inner = object[step]
  if (rest.length > 0 && typeof inner === 'object' && inner !== null) {
    expandPath(store, inner as Answer, rest, path)
  }
}

function putWhole(store: Store, object: Answer, step: string, path: string) {
  const kind = expandable[String(object.object)]?.[step]
  if (!kind) throw invalidRequest(`The field '${path}' cannot be expanded.`, { param: 'expand' })
  const id = object[step]
  if (typeof id === 'string') object[step] = findObject(store, kind, id)
}

function sourceOf(store: Store, id: unknown): unknown {
  if (typeof id !== 'string') return id
  return (
    findObject(store, 'charge', id) ?? findObject(store, 'refund', id) ?? findObject(store, 'dispute', id)
  )
}

function refundsOf(store: Store, charge: string): object {
  const found = selectObjects(store, 'refund', { where: { charge }, limit: 10 })
  return {
    object: 'list',
    data: found.slice(0, 10),
    has_more: found.length > 10,
    url: `/v1/charges/${charge}/refunds`,
  }
}
