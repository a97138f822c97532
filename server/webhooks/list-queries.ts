import { sql } from 'kysely'
import type { DeliveryQuery, WebhookDelivery } from '#contract/webhooks/api.ts'
import type { Db } from '../platform/db/database.ts'
import { lastTryOf, listTries, toTry } from './try-queries.ts'

/** One page, the newest first. */
export async function listDeliveries(db: Db, query: DeliveryQuery): Promise<WebhookDelivery[]> {
  const rows = await selectDeliveries(matching(db, query))
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toDelivery)
}

export async function countDeliveries(db: Db, query: DeliveryQuery): Promise<number> {
  const { count } = await matching(db, query)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** With what is sent, and what came of each try; null: there is none with this number. */
export async function findDelivery(db: Db, id: number) {
  const row = await selectDeliveries(db.selectFrom('webhook_deliveries').where('id', '=', id))
    .select('body')
    .executeTakeFirst()
  return row ? { delivery: toDelivery(row), body: row.body, tries: await listTries(db, id) } : null
}

function matching(db: Db, { webhookId, topic, state, search }: DeliveryQuery) {
  return db
    .selectFrom('webhook_deliveries')
    .$if(webhookId !== undefined, (query) => query.where('webhook_id', '=', webhookId ?? 0))
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(Boolean(search), (query) =>
      query.where(({ or, eb }) =>
        or([eb('subject_id', '=', search ?? ''), eb('event_id', '=', search ?? '')]),
      ),
    )
}

function selectDeliveries(query: ReturnType<typeof matching>) {
  return query.select((the) => [
    ...(['id', 'webhook_id', 'event_id', 'topic', 'subject_id', 'state'] as const),
    ...(['created_at', 'next_try_at', 'delivered_at'] as const),
    the
      .selectFrom('webhook_tries')
      .select(sql<number>`count(*)::int`.as('count'))
      .whereRef('delivery_id', '=', 'webhook_deliveries.id')
      .$asScalar()
      .$notNull()
      .as('tries'),
    lastTryOf(sql`delivery.id = webhook_deliveries.id`).as('last_try'),
  ])
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]

function toDelivery(row: Row): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    eventId: row.event_id,
    topic: row.topic as WebhookDelivery['topic'],
    subjectId: row.subject_id,
    state: row.state as WebhookDelivery['state'],
    createdAt: row.created_at.toISOString(),
    nextTryAt: row.next_try_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    tries: row.tries,
    lastTry: toTry(row.last_try),
  }
}
