import type { SQLInputValue } from 'node:sqlite'
import type Stripe from 'stripe'
import { findRow, listRows, run, type Store } from '../store.ts'
import { noSuch } from './api/api-error.ts'
import type { Provider } from './provider.ts'

/** Every kind of stored object as the API returns it, with IDs in place of other objects. */
export interface Objects {
  payment_intent: Stripe.PaymentIntent
  payment_method: Stripe.PaymentMethod
  charge: Stripe.Charge
  refund: Stripe.Refund
  dispute: Stripe.Dispute
  file: Stripe.File
  'radar.early_fraud_warning': Stripe.Radar.EarlyFraudWarning
  event: Stripe.EventBase
  confirmation_token: ConfirmationToken
  webhook_endpoint: Stripe.WebhookEndpoint
  'tax.calculation': StoredCalculation
  'tax.transaction': StoredTransaction
}

/** Includes the payment method created from it, which the API doesn't return. */
export type ConfirmationToken = Stripe.ConfirmationToken & { payment_method: string }

/** A tax calculation with all line items, which the API returns only if they are expanded. */
export type StoredCalculation = Stripe.Tax.Calculation & {
  id: string
  expires_at: number
  line_items: Stripe.ApiList<Stripe.Tax.CalculationLineItem>
}

/** A tax transaction with all line items, like a calculation, and the ID of its calculation, which the API doesn't return. */
export type StoredTransaction = Stripe.Tax.Transaction & {
  line_items: Stripe.ApiList<Stripe.Tax.TransactionLineItem>
  calculation: string | null
}

export type Kind = keyof Objects

// `place` is the order of creation, because IDs are random and `created` has a resolution of one second. `is_live` is null
// for objects of both modes.
export const objectTables = `
  create table if not exists payments_objects (
    place integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    is_live integer,
    body text not null
  ) strict;
  create index if not exists payments_objects_kind on payments_objects (kind, place);
  create index if not exists payments_objects_intent
    on payments_objects (kind, json_extract(body, '$.payment_intent'));
`

type Row = { body: string }

export function findObject<K extends Kind>(store: Store, kind: K, id: string): Objects[K] | null {
  const row = findRow<Row>(store, 'select body from payments_objects where id = ? and kind = ?', id, kind)
  return row && (JSON.parse(row.body) as Objects[K])
}

/** @throws an error with status 404 that names the parameter */
export function getObject<K extends Kind>(store: Store, kind: K, id: string, param = 'id'): Objects[K] {
  const object = findObject(store, kind, id)
  if (!object) throw noSuch(kind.replaceAll('_', ' '), id, param)
  return object
}

/** Inserts an object in the mode, or updates it. `isLive` is null for an object of both modes. */
export function saveObject<K extends Kind>({ store, isLive }: Place, object: Objects[K]) {
  const sql = `insert into payments_objects (id, kind, is_live, body) values (?, ?, ?, ?)
    on conflict (id) do update set body = excluded.body`
  run(store, sql, object.id, object.object, isLive === null ? null : Number(isLive), JSON.stringify(object))
}

interface Place {
  store: Store
  isLive: boolean | null
}

/** @throws an error with status 404 if the ID is that of an object of the other mode, which the key can't find */
export function rejectOtherMode(
  { store, isLive }: Pick<Provider, 'store' | 'isLive'>,
  id: string,
  param: string,
) {
  const sql = 'select kind from payments_objects where id = ? and is_live = ?'
  const other = findRow<{ kind: string }>(store, sql, id, Number(!isLive))
  if (other) throw noSuch(other.kind.replaceAll('_', ' '), id, param)
}

export interface Selection {
  /** Fields that must have these values. */
  where?: Record<string, string | readonly string[] | undefined>
  /** If omitted, objects of both modes. */
  isLive?: boolean
  createdFrom?: number | undefined
  /** The ID of the last object of the previous page. */
  startingAfter?: string | undefined
  limit: number
}

/** Returns the matching objects sorted newest first, with one more than the limit if there are more. */
export function selectObjects<K extends Kind>(store: Store, kind: K, selection: Selection): Objects[K][] {
  const { where = {}, isLive, createdFrom, startingAfter, limit } = selection
  const conditions = ['kind = ?']
  const values: SQLInputValue[] = [kind]
  for (const [field, wanted] of Object.entries(where)) {
    if (wanted === undefined) continue
    const several = typeof wanted === 'string' ? [wanted] : wanted
    conditions.push(`json_extract(body, '$.${field}') in (${several.map(() => '?').join(', ')})`)
    values.push(...several)
  }
  if (isLive !== undefined) {
    conditions.push('coalesce(is_live, ?) = ?')
    values.push(Number(isLive), Number(isLive))
  }
  if (createdFrom !== undefined) {
    conditions.push(`json_extract(body, '$.created') >= ?`)
    values.push(createdFrom)
  }
  if (startingAfter !== undefined) {
    conditions.push('place < (select place from payments_objects where id = ?)')
    values.push(startingAfter)
  }
  const sql = `select body from payments_objects where ${conditions.join(' and ')} order by place desc limit ?`
  const rows = listRows<Row>(store, sql, ...values, limit + 1)
  return rows.map(({ body }) => JSON.parse(body) as Objects[K])
}

/** Returns fields that the emulator never fills. `names` are separated by spaces. */
export function nulls<Text extends string>(names: Text): Record<Words<Text>, null> {
  return Object.fromEntries(names.split(' ').map((name) => [name, null])) as Record<Words<Text>, null>
}

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text
