import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Store } from '../store.ts'

export const recordTables = `
  create table if not exists identity_records (
    model text not null,
    id text not null,
    payload text not null,
    uid text,
    grant_id text,
    expires_at integer,
    primary key (model, id)
  ) strict;
  create index if not exists identity_records_grant_id on identity_records (grant_id);
`

/** Everything that oidc-provider remembers of one kind: codes, grants, sign-ins under way. Times are in seconds. */
export function recordsOf(store: Store, model: string): Adapter {
  const find = (column: 'id' | 'uid', value: string) => {
    const row = store
      .prepare(
        `select payload from identity_records
         where model = ? and ${column} = ? and (expires_at is null or expires_at > ?)`,
      )
      .get(model, value, seconds()) as { payload: string } | undefined
    return row && (JSON.parse(row.payload) as AdapterPayload)
  }
  const put = store.prepare(
    `insert or replace into identity_records (model, id, payload, uid, grant_id, expires_at)
     values (?, ?, ?, ?, ?, ?)`,
  )
  return {
    async upsert(id, payload, expiresIn) {
      forgetExpired(store)
      const { uid = null, grantId = null } = payload
      const expiresAt = expiresIn === undefined ? null : seconds() + expiresIn
      put.run(model, id, JSON.stringify(payload), uid, grantId, expiresAt)
    },
    find: async (id) => find('id', id),
    findByUid: async (uid) => find('uid', uid),
    // Only the device flow has user codes, and it is off.
    findByUserCode: async () => undefined,
    async consume(id) {
      store
        .prepare(
          `update identity_records set payload = json_set(payload, '$.consumed', ?) where model = ? and id = ?`,
        )
        .run(seconds(), model, id)
    },
    async destroy(id) {
      store.prepare('delete from identity_records where model = ? and id = ?').run(model, id)
    },
    async revokeByGrantId(grantId) {
      store.prepare('delete from identity_records where model = ? and grant_id = ?').run(model, grantId)
    },
  }
}

function forgetExpired(store: Store) {
  store.prepare('delete from identity_records where expires_at <= ?').run(seconds())
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
