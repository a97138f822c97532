import { randomUUID } from 'node:crypto'
import type { Store } from '../../store.ts'
import { type DeliveryState, fateOf } from '../../webhook-fate.ts'
import { plan } from '../../work.ts'
import type { ProductRecord } from '../catalogue/records.ts'
import { type Platform, service } from '../provider.ts'
import { productPayload } from './payload.ts'
import { listSubscriptions, type Topic } from './subscriptions.ts'

/** One webhook on its way to one address: the one that was set when it happened. */
export interface Delivery {
  id: number
  /** The same in every attempt, and in a double. */
  webhook_id: string
  event_id: string
  subscription: number
  topic: Topic
  uri: string
  body: string
  triggered_at: string
  state: DeliveryState
  attempts: number
  /** What the last attempt got. */
  note: string
}

export const deliveryTables = `
  create table if not exists platform_deliveries (
    id integer primary key autoincrement,
    webhook_id text not null,
    event_id text not null,
    subscription integer not null,
    topic text not null,
    uri text not null,
    body text not null,
    triggered_at text not null,
    state text not null,
    attempts integer not null default 0,
    note text not null default ''
  ) strict;
`

/** The kind of planned work, see work.ts. */
export const deliverWork = 'platform-deliver'

/** Plans the news of a product's change for everybody who wants to hear it, with the trouble that was switched on. */
export function tellOfProduct(platform: Platform, topic: Topic, product: ProductRecord) {
  const { store, url } = platform
  const listeners = listSubscriptions(store).filter((one) => one.topic === topic)
  if (listeners.length === 0) return
  const body = JSON.stringify(topic === 'PRODUCTS_DELETE' ? { id: product.id } : productPayload(url, product))
  const happened = { event_id: randomUUID(), triggered_at: new Date().toISOString(), topic, body }
  const { state, delayMs, copies } = fateOf(platform.faults, service)
  for (const { id: subscription, uri } of listeners) {
    const webhook = { ...happened, webhook_id: randomUUID(), subscription, uri, state }
    for (let copy = 0; copy < copies; copy++) {
      const id = insertDelivery(store, webhook)
      if (state !== 'lost') plan(store, deliverWork, String(id), delayMs)
    }
  }
  platform.wake()
}

export function findDelivery(store: Store, id: number): Delivery | null {
  const row = store.prepare('select * from platform_deliveries where id = ?').get(id)
  return (row as unknown as Delivery | undefined) ?? null
}

/** Newest first. */
export function listDeliveries(store: Store, limit: number): Delivery[] {
  const rows = store.prepare('select * from platform_deliveries order by id desc limit ?').all(limit)
  return rows as unknown as Delivery[]
}

export function noteAttempt(store: Store, { id }: Delivery, state: DeliveryState, note: string) {
  store
    .prepare('update platform_deliveries set attempts = attempts + 1, state = ?, note = ? where id = ?')
    .run(state, note, id)
}

/** What was held back to be overtaken goes now. */
export function releaseHeld(platform: Platform, uri: string) {
  const held = platform.store
    .prepare(`select id from platform_deliveries where uri = ? and state = 'held'`)
    .all(uri) as { id: number }[]
  for (const { id } of held) plan(platform.store, deliverWork, String(id), 0)
  if (held.length > 0) platform.wake()
}

function insertDelivery(store: Store, webhook: Omit<Delivery, 'id' | 'attempts' | 'note'>): number {
  const { webhook_id, event_id, subscription, topic, uri, body, triggered_at, state } = webhook
  const insert = store.prepare(
    `insert into platform_deliveries (webhook_id, event_id, subscription, topic, uri, body, triggered_at, state)
     values (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return Number(
    insert.run(webhook_id, event_id, subscription, topic, uri, body, triggered_at, state).lastInsertRowid,
  )
}
