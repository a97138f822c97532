import { type ExpressionBuilder, sql } from 'kysely'
import type { DeliveryQuery, Webhook, WebhookDelivery } from '#contract/webhooks/api.ts'
import type { WebhookTopic } from '#contract/webhooks/rules.ts'
import { now } from '../platform/clock.ts'
import { countRows } from '../platform/db/count-rows.ts'
import type { Db, Tables } from '../platform/db/database.ts'
import { lastAttemptOf, listAttempts, toAttempt } from './delivery-queries.ts'

/** A webhook endpoint with its encrypted secrets. */
export type Receiver = {
  id: number
  url: string
  topics: string[]
  secret: string
  previousSecret: string | null
  previousUntil: Date | null
}

const columns = [
  'id',
  'url',
  'topics',
  'secret',
  'previous_secret as previousSecret',
  'previous_until as previousUntil',
] as const

/** The IDs of the webhooks subscribed to a topic. For statements that cause its event. */
export const subscribersOf = (topic: WebhookTopic) =>
  sql<number[]>`array(select id from webhooks where ${topic} = any(topics) order by id)`

export async function listSubscribed(db: Db, topic: WebhookTopic): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`select ${subscribersOf(topic)} as ids`.execute(db)
  return rows[0]?.ids ?? []
}

export async function countWebhooks(db: Db): Promise<number> {
  return countRows(db.selectFrom('webhooks'))
}

export async function findReceiver(db: Db, id: number): Promise<Receiver | null> {
  return (await db.selectFrom('webhooks').select(columns).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Locks the webhook until the end of the transaction. */
export async function lockReceiver(db: Db, id: number): Promise<Receiver | null> {
  const row = await db
    .selectFrom('webhooks')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** Serializes adding webhooks, so that the limit can't be exceeded. */
export async function lockWebhooks(db: Db): Promise<void> {
  await sql`lock table webhooks in share row exclusive mode`.execute(db)
}

export async function insertWebhook(
  db: Db,
  webhook: { url: string; topics: string[]; secret: string },
): Promise<number> {
  const { id } = await db
    .insertInto('webhooks')
    .values({ ...webhook, created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates only the given fields. */
export async function updateWebhook(
  db: Db,
  id: number,
  { url, topics, secret, previousSecret, previousUntil }: Partial<Omit<Receiver, 'id'>>,
): Promise<void> {
  const changes = { url, topics, secret, previous_secret: previousSecret, previous_until: previousUntil }
  await db
    .updateTable('webhooks')
    .set(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)))
    .where('id', '=', id)
    .execute()
}

export async function deleteWebhook(db: Db, id: number): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute()
}

/** Lists all webhooks, or the one with this ID, oldest first. */
export async function listWebhooks(db: Db, id?: number): Promise<Webhook[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select((the) => [
      ...['id' as const, 'url' as const, 'topics' as const, 'created_at' as const],
      'previous_until',
      countOf(the, 'waiting').as('waiting'),
      countOf(the, 'failed').as('failed'),
      the
        .selectFrom('webhook_deliveries')
        .select(({ fn }) => fn.max('delivered_at').as('at'))
        .whereRef('webhook_id', '=', 'webhooks.id')
        .as('last_delivered_at'),
      lastAttemptOf(sql`delivery.webhook_id = webhooks.id`).as('last_try'),
    ])
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    topics: row.topics as Webhook['topics'],
    createdAt: row.created_at.toISOString(),
    previousSecretUntil:
      row.previous_until && row.previous_until > now() ? row.previous_until.toISOString() : null,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    lastTry: toAttempt(row.last_try),
    waiting: row.waiting,
    failed: row.failed,
  }))
}

function countOf({ selectFrom }: ExpressionBuilder<Tables, 'webhooks'>, state: string) {
  return selectFrom('webhook_deliveries')
    .select(sql<number>`count(*)::int`.as('count'))
    .whereRef('webhook_id', '=', 'webhooks.id')
    .where('state', '=', state)
    .$asScalar()
    .$notNull()
}

/** Returns one page of deliveries, newest first. */
export async function listDeliveries(db: Db, query: DeliveryQuery): Promise<WebhookDelivery[]> {
  const rows = await selectDeliveries(matching(db, query))
    .orderBy('id', 'desc')
    .limit(query.pageSize)
    .offset((query.page - 1) * query.pageSize)
    .execute()
  return rows.map(toDelivery)
}

export async function countDeliveries(db: Db, query: DeliveryQuery): Promise<number> {
  return countRows(matching(db, query))
}

/** Returns a delivery with its payload and attempts, or null if there is none. */
export async function findDelivery(db: Db, id: number) {
  const row = await selectDeliveries(db.selectFrom('webhook_deliveries').where('id', '=', id))
    .select('body')
    .executeTakeFirst()
  return row ? { delivery: toDelivery(row), body: row.body, tries: await listAttempts(db, id) } : null
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
    ...(['created_at', 'next_attempt_at', 'delivered_at'] as const),
    the
      .selectFrom('webhook_attempts')
      .select(sql<number>`count(*)::int`.as('count'))
      .whereRef('delivery_id', '=', 'webhook_deliveries.id')
      .$asScalar()
      .$notNull()
      .as('tries'),
    lastAttemptOf(sql`delivery.id = webhook_deliveries.id`).as('last_try'),
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
    nextTryAt: row.next_attempt_at?.toISOString() ?? null,
    deliveredAt: row.delivered_at?.toISOString() ?? null,
    tries: row.tries,
    lastTry: toAttempt(row.last_try),
  }
}
