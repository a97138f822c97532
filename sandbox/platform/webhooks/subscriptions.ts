import type { Store } from '../../store.ts'

export const topics = {
  PRODUCTS_CREATE: 'products/create',
  PRODUCTS_DELETE: 'products/delete',
  PRODUCTS_UPDATE: 'products/update',
} as const
export type Topic = keyof typeof topics

/** Somebody who wants to hear of something. */
export interface Subscription {
  id: number
  topic: Topic
  uri: string
  /** Seconds since 1970. */
  created_at: number
  updated_at: number
}

export const subscriptionTables = `
  create table if not exists platform_subscriptions (
    id integer primary key autoincrement,
    topic text not null,
    uri text not null,
    created_at integer not null,
    updated_at integer not null,
    unique (topic, uri)
  ) strict;
`

export function listSubscriptions(store: Store): Subscription[] {
  return store.prepare('select * from platform_subscriptions order by id').all() as unknown as Subscription[]
}

export function findSubscription(store: Store, id: number): Subscription | null {
  return listSubscriptions(store).find((one) => one.id === id) ?? null
}

/** Null when this address hears of this topic already. */
export function addSubscription(store: Store, topic: Topic, uri: string): Subscription | null {
  const now = Math.floor(Date.now() / 1000)
  const row = store
    .prepare(
      `insert into platform_subscriptions (topic, uri, created_at, updated_at) values (?, ?, ?, ?)
       on conflict do nothing returning *`,
    )
    .get(topic, uri, now, now)
  return (row as unknown as Subscription | undefined) ?? null
}

export function moveSubscription(store: Store, id: number, uri: string) {
  store
    .prepare('update platform_subscriptions set uri = ?, updated_at = ? where id = ?')
    .run(uri, Math.floor(Date.now() / 1000), id)
}

export function dropSubscription(store: Store, id: number) {
  store.prepare('delete from platform_subscriptions where id = ?').run(id)
}
