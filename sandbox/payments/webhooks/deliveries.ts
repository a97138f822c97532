import type Stripe from 'stripe'
import type { Store } from '../../store.ts'
import { type DeliveryState, fateOf } from '../../webhook-fate.ts'
import { plan } from '../../work.ts'
import { type Provider, service } from '../provider.ts'
import { listenersTo } from './endpoints.ts'

/** One event on its way to one endpoint. */
export interface Delivery {
  id: number
  event: string
  endpoint: string
  state: DeliveryState
  attempts: number
}

export interface Attempt {
  delivery: number
  at: string
  /** Null when there was no answer. */
  status: number | null
  note: string
}

export const deliveryTables = `
  create table if not exists payments_deliveries (
    id integer primary key autoincrement,
    event text not null,
    endpoint text not null,
    state text not null,
    attempts integer not null default 0
  ) strict;
  create index if not exists payments_deliveries_event on payments_deliveries (event);
  create table if not exists payments_delivery_attempts (
    id integer primary key autoincrement,
    delivery integer not null,
    at text not null,
    status integer,
    note text not null
  ) strict;
  create index if not exists payments_delivery_attempts_delivery on payments_delivery_attempts (delivery);
`

/** Plans an event's way to everybody who listens, with the trouble that was switched on. */
export function queueEvent(provider: Provider, event: Stripe.EventBase) {
  const { store } = provider
  const endpoints = listenersTo(store, event.type)
  if (endpoints.length === 0) return
  const { state, delayMs, copies } = fateOf(provider.faults, service)
  for (const endpoint of endpoints) {
    for (let copy = 0; copy < copies; copy++) {
      const id = insertDelivery(store, event.id, endpoint.id, state)
      if (state !== 'lost') plan(store, 'deliver', String(id), delayMs)
    }
  }
  provider.wake()
}

export function insertDelivery(store: Store, event: string, endpoint: string, state: DeliveryState): number {
  const insert = store.prepare('insert into payments_deliveries (event, endpoint, state) values (?, ?, ?)')
  return Number(insert.run(event, endpoint, state).lastInsertRowid)
}

export function findDelivery(store: Store, id: number): Delivery | null {
  const row = store.prepare('select * from payments_deliveries where id = ?').get(id)
  return (row as unknown as Delivery | undefined) ?? null
}

export function deliveriesOf(store: Store, event: string): Delivery[] {
  const rows = store.prepare('select * from payments_deliveries where event = ? order by id').all(event)
  return rows as unknown as Delivery[]
}

export function attemptsOf(store: Store, delivery: number): Attempt[] {
  const find = store.prepare('select * from payments_delivery_attempts where delivery = ? order by id')
  return find.all(delivery) as unknown as Attempt[]
}

export function noteAttempt(store: Store, delivery: Delivery, attempt: Omit<Attempt, 'delivery'>) {
  store
    .prepare('insert into payments_delivery_attempts (delivery, at, status, note) values (?, ?, ?, ?)')
    .run(delivery.id, attempt.at, attempt.status, attempt.note)
  store.prepare('update payments_deliveries set attempts = attempts + 1 where id = ?').run(delivery.id)
}

export function setState(store: Store, delivery: number, state: DeliveryState) {
  store.prepare('update payments_deliveries set state = ? where id = ?').run(state, delivery)
}

/** What was held back to be overtaken goes now. */
export function releaseHeld(provider: Provider, endpoint: string) {
  const held = provider.store
    .prepare(`select id from payments_deliveries where endpoint = ? and state = 'held'`)
    .all(endpoint) as { id: number }[]
  for (const { id } of held) plan(provider.store, 'deliver', String(id), 0)
  if (held.length > 0) provider.wake()
}

export function countUndelivered(store: Store, event: string): number {
  const count = store.prepare(
    `select count(distinct endpoint) as count from payments_deliveries
     where event = ? and state in ('waiting', 'held', 'lost')`,
  )
  return (count.get(event) as { count: number }).count
}
