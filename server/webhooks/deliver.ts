import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { z } from 'zod'
import { ANSWER_MAX, DELIVERY_DAYS } from '#contract/webhooks/rules.ts'
import type { Config } from '../config.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue, job } from '../platform/jobs/queue.ts'
import { createSafeFetch, type SafeFetch } from '../platform/safe-fetch.ts'
import type { Shop } from '../shop.ts'
import * as queries from './delivery-queries.ts'
import { type Claimed, insertAttempt, type Try } from './delivery-queries.ts'
import { deliverWebhooksJob } from './emit.ts'
import { findReceiver } from './queries.ts'
import { goodSecrets, outsideOrigins } from './webhooks.ts'

/** Runs every minute. Enqueues due deliveries, including those of a process that died. */
export const retryDeliveriesJob = job('retry-webhooks', z.object({}), { retryLimit: 0, keptSeconds: 3600 })

/** Timeout of an attempt. */
const ANSWER_MS = 10_000

/** Sends a delivery once. Never throws, because a failure is part of the result. */
async function send(
  safeFetch: SafeFetch,
  url: string,
  { eventId, topic, body }: Claimed,
  secrets: () => Promise<string[]>,
): Promise<Try> {
  const at = now()
  const started = performance.now()
  const tried = (facts: Pick<Try, 'status' | 'answer' | 'error'>): Try => ({
    ...facts,
    at,
    url,
    durationMs: Math.round(performance.now() - started),
  })
  try {
    const response = await safeFetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Plinth-Webhooks',
        'plinth-event': eventId,
        'plinth-topic': topic,
        'plinth-signature': signatureOf(body, at, await secrets()),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return tried({ status: response.status, answer: await beginningOf(response), error: null })
  } catch (error) {
    return tried({ status: null, answer: null, error: reasonOf(error) })
  }
}

/** Reads the beginning of a response. The body may be cut off, because the status alone decides. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= ANSWER_MAX) break
    }
  } catch (error) {
    text += ` (${reasonOf(error)})`
  }
  // PostgreSQL can't store NUL or lone surrogates.
  return text.replaceAll('\0', '').slice(0, ANSWER_MAX).toWellFormed()
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `No response within ${ANSWER_MS / 1000} seconds.`
  const { code, message } = error as { code?: string; message: string }
  return (message || code || "The URL can't be reached.").slice(0, 300)
}

/**
 * Returns the value of `plinth-signature`: the time of this attempt in seconds and, for each valid secret, the
 * HMAC-SHA256 of `time.body` in hexadecimal.
 */
function signatureOf(body: string, at: Date, secrets: string[]): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}

type Parts = Pick<Shop, 'db' | 'config' | 'secrets' | 'stopping'>

/** Longer than an attempt can take. After that, the process that claimed a delivery must have died. */
const CLAIM_MS = 3 * ANSWER_MS
/** The wait after the first failure. It doubles with each attempt, up to the maximum. */
const FIRST_WAIT_MS = 15_000
const LONGEST_WAIT_MS = 3 * 3_600_000
/** Maximum deliveries per run, so other webhooks get their turn. */
const AT_ONCE = 20

/** Sends a webhook's due deliveries, oldest first, until none is left or its endpoint is unreachable. */
export async function deliverWebhooks(parts: Parts, webhookId: number): Promise<void> {
  const { db, config, secrets, stopping } = parts
  const safeFetch = outsideOf(config)
  for (let sent = 0; sent < AT_ONCE; sent++) {
    const receiver = await findReceiver(db, webhookId)
    if (!receiver || stopping.aborted) return
    const claimed = await queries.claimDue(db, webhookId, now(), after(CLAIM_MS))
    if (!claimed) return
    const tried = await send(safeFetch, receiver.url, claimed, () => goodSecrets(db, secrets, receiver))
    await settle(db, webhookId, claimed, tried)
    // The others wait for the next run, because each would take just as long to fail.
    if (tried.status === null) return
  }
  await enqueue(db, deliverWebhooksJob, { webhookId })
}

/** Enqueues every due delivery, including failed ones and those of a process that died. */
export async function retryDeliveries(db: Db): Promise<void> {
  for (const webhookId of await queries.listDue(db, now()))
    await enqueue(db, deliverWebhooksJob, { webhookId })
}

/** Deletes old deliveries that are no longer pending. */
export async function deleteOldDeliveries(db: Db): Promise<void> {
  await queries.deleteDeliveriesBefore(db, after(-DELIVERY_DAYS * 86_400_000))
}

/** @returns milliseconds until the next attempt after this many failed ones */
function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1))
}

async function settle(db: Db, webhookId: number, claimed: queries.Claimed, tried: Try) {
  const outcome = outcomeOf(claimed, tried)
  await inTransaction(db, async (db) => {
    if (!(await queries.updateAttempted(db, claimed.id, outcome))) return
    await insertAttempt(db, claimed.id, tried)
    // The second attempt follows soon. Later attempts are made by the job that runs every minute, so an unreachable
    // endpoint costs one attempt per minute, however many deliveries are pending.
    if (outcome.state === 'waiting' && claimed.attempts === 0) {
      await enqueue(db, deliverWebhooksJob, { webhookId }, { after: outcome.nextTryAt })
    }
  })
}

function outcomeOf({ attempts, retryDeadline }: queries.Claimed, { status, at }: Try): queries.Outcome {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', deliveredAt: at }
  const nextTryAt = after(waitAfter(attempts + 1))
  return nextTryAt > retryDeadline ? { state: 'failed' } : { state: 'waiting', nextTryAt }
}

const outsideOf = (config: Config) => createSafeFetch(outsideOrigins(config))

const after = (ms: number) => new Date(now().getTime() + ms)
