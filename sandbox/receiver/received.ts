import type { Store } from '../store.ts'

export interface Received {
  topic: string
  event: string
  signature: string
  body: string
  at: string
}

/** So many are kept. */
const LIMIT = 50

export const receivedTables = `
  create table if not exists received (
    id integer primary key autoincrement,
    topic text not null,
    event text not null,
    signature text not null,
    body text not null,
    at text not null
  ) strict;
`

export function keepReceived(store: Store, { topic, event, signature, body }: Omit<Received, 'at'>) {
  store
    .prepare('insert into received (topic, event, signature, body, at) values (?, ?, ?, ?, ?)')
    .run(topic, event, signature, body, new Date().toISOString())
  store.prepare('delete from received where id <= (select max(id) from received) - ?').run(LIMIT)
}

/** The newest first. */
export function listReceived(store: Store): Received[] {
  const rows = store.prepare('select topic, event, signature, body, at from received order by id desc').all()
  return rows as unknown as Received[]
}
