import type { SQLInputValue } from 'node:sqlite'
import type Stripe from 'stripe'
import type { Store } from '../store.ts'

/** Every kind of object that is kept, each as the API shows it, with ids in place of other objects. */
export interface Objects {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  balance_transaction: Stripe.BalanceTransaction
  event: Stripe.EventBase
  confirmation_token: ConfirmationToken
  webhook_endpoint: Stripe.WebhookEndpoint
}

/** With the payment method that was made from it, which the API doesn't show. */
export type ConfirmationToken = Stripe.ConfirmationToken & { payment_method: string }

export type Kind = keyof Objects

export interface Selection {
  /** Fields that must have these values. */
  where?: Record<string, string | readonly string[] | undefined>
  createdFrom?: number | undefined
  createdTo?: number | undefined
  /** Ids: the page begins after the one, or ends before the other. */
  startingAfter?: string | undefined
  endingBefore?: string | undefined
  limit: number
}

// `place` is the order of making: ids are random, and `created` counts whole seconds only.
export const objectTables = `
  create table if not exists payments_objects (
    place integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    body text not null
  ) strict;
  create index if not exists payments_objects_kind on payments_objects (kind, place);
  create index if not exists payments_objects_intent
    on payments_objects (kind, json_extract(body, '$.payment_intent'));
`

export function findObject<K extends Kind>(store: Store, kind: K, id: string): Objects[K] | null {
  const find = store.prepare('select body from payments_objects where id = ? and kind = ?')
  const row = find.get(id, kind) as { body: string } | undefined
  return row ? (JSON.parse(row.body) as Objects[K]) : null
}

/** Keeps a new object, or a known one as it is now. */
export function keepObject<K extends Kind>(store: Store, object: Objects[K]) {
  store
    .prepare(
      `insert into payments_objects (id, kind, body) values (?, ?, ?)
       on conflict (id) do update set body = excluded.body`,
    )
    .run(object.id, object.object, JSON.stringify(object))
}

export function dropObject(store: Store, id: string) {
  store.prepare('delete from payments_objects where id = ?').run(id)
}

/** Newest first, at most one more than the limit: the surplus tells that there are more. */
export function selectObjects<K extends Kind>(store: Store, kind: K, selection: Selection): Objects[K][] {
  const { where = {}, createdFrom, createdTo, startingAfter, endingBefore, limit } = selection
  const conditions = ['kind = ?']
  const values: SQLInputValue[] = [kind]
  const demand = (condition: string, ...given: SQLInputValue[]) => {
    conditions.push(condition)
    values.push(...given)
  }
  for (const [field, wanted] of Object.entries(where)) {
    if (wanted === undefined) continue
    const several = typeof wanted === 'string' ? [wanted] : wanted
    demand(`json_extract(body, '$.${field}') in (${several.map(() => '?').join(', ')})`, ...several)
  }
  if (createdFrom !== undefined) demand(`json_extract(body, '$.created') >= ?`, createdFrom)
  if (createdTo !== undefined) demand(`json_extract(body, '$.created') <= ?`, createdTo)
  if (startingAfter !== undefined) demand(`place < ${placeOfId}`, startingAfter)
  if (endingBefore !== undefined) demand(`place > ${placeOfId}`, endingBefore)

  const isUpwards = endingBefore !== undefined
  const rows = store
    .prepare(
      `select body from payments_objects where ${conditions.join(' and ')}
       order by place ${isUpwards ? 'asc' : 'desc'} limit ?`,
    )
    .all(...values, limit + 1) as { body: string }[]
  return rows.map(({ body }) => JSON.parse(body) as Objects[K])
}

const placeOfId = '(select place from payments_objects where id = ?)'
