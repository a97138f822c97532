import { createHash } from 'node:crypto'
import type { StockPushDecision } from '#contract/stock/api.ts'
import { SYNC_MESSAGES } from '#contract/sync/rules.ts'
import { recordChange } from '../audit/audit.ts'
import { notFound } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import type { Shop } from '../shop.ts'
import * as pushes from '../stock/push-queries.ts'
import { openPlatform } from './access.ts'
import { QueryTooExpensive } from './graphql-response.ts'
import { type InventoryChange, type Platform, PlatformError } from './platform.ts'
import { addToLastStock, findPushTarget } from './record/variant-link-queries.ts'
import { insertWebhook } from './webhook-queries.ts'
import { handleWebhookJob } from './webhooks.ts'

type Parts = Pick<Shop, 'db' | 'config' | 'secrets' | 'stopping'>

/** Longer than an attempt usually takes. Two concurrent attempts are safe, because they use the same key. */
const CLAIM_MS = 120_000
const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 3_600_000
/** The platform deletes idempotency keys after 24 hours, so a later attempt would count twice. */
const KEY_KNOWN_MS = 23 * 3_600_000
const UNKNOWN =
  'The platform hasn’t responded for a day, so we don’t know whether the change was applied. Compare the inventory there.'

/** Sends every push that is due, oldest first, until none is left or the platform can't be reached. */
export async function pushStock(parts: Parts): Promise<void> {
  let platform: Platform | null = null
  while (!parts.stopping.aborted) {
    const push = await pushes.claimPush(parts.db, after(CLAIM_MS))
    if (!push) return
    platform ??= await openPlatform(parts)
    if (!platform) return postpone(parts.db, push, SYNC_MESSAGES.notConfigured)
    try {
      await sendPush(parts.db, platform, push)
    } catch (error) {
      if (!(error instanceof PlatformError || error instanceof QueryTooExpensive)) throw error
      const isUnsent = push.sentAt === null && !(error instanceof PlatformError && error.mayHaveRun)
      return postpone(parts.db, push, error.message, isUnsent ? 'unsent' : 'same')
    }
  }
}

async function sendPush(db: Db, platform: Platform, push: pushes.Push): Promise<void> {
  if (push.sentAt !== null && now().getTime() - push.sentAt.getTime() > KEY_KNOWN_MS) {
    return end(db, push, 'unknown', UNKNOWN)
  }
  let changes = push.changes as InventoryChange[] | null
  if (changes === null) {
    const target = await findPushTarget(db, push.variantId)
    if (!target) return end(db, push, 'dismissed', null)
    const plan = await platform.planChanges(target.variantId, push.change)
    if ('rejection' in plan) return end(db, push, 'refused', plan.rejection)
    changes = plan.changes
  }
  if (!(await pushes.updateSending(db, push.movementId, changes))) return
  const adjusted = await platform.adjust({
    changes,
    reason: REASONS[push.reason],
    reference: `gid://plinth/StockMovement/${push.movementId}`,
    key: keyOf(push),
  })
  switch (adjusted.outcome) {
    case 'applied':
      return end(db, push, 'applied', null)
    case 'refused':
      return end(db, push, 'refused', adjusted.message)
    case 'new key':
      return postpone(db, push, adjusted.message, 'new round')
    case 'again':
      return postpone(db, push, adjusted.message)
  }
}

/** The platform's reason codes. */
const REASONS = { taken: 'other', 'put back': 'restock', set: 'correction' } as const

/**
 * Returns the idempotency key of a movement and round. The time distinguishes movements that got the same ID after a
 * backup was restored.
 */
function keyOf({ movementId, movedAt, round }: pushes.Push): string {
  const hash = createHash('sha256').update(`stock movement ${movementId} ${movedAt.toISOString()} ${round}`)
  const hex = hash.digest('hex')
  // A UUID of version 8, whose content is custom.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @param next determines the next attempt; a push that wasn't sent, or that gets a new key, is planned again */
async function postpone(
  db: Db,
  push: pushes.Push,
  error: string,
  next: 'same' | 'unsent' | 'new round' = 'same',
) {
  const delay = Math.min(FIRST_WAIT_MS * 2 ** Math.min(push.attempts - 1, 10), MAX_WAIT_MS)
  await inTransaction(db, async (db) => {
    await pushes.updateNextAttempt(db, push.movementId, { at: after(delay), error, next })
    if (next !== 'same') await reread(db, push.movementId, push.variantId)
  })
}

type Ended = 'applied' | 'refused' | 'unknown' | 'dismissed'

/** Ends a push, unless another worker has already done so. */
async function end(db: Db, push: pushes.Push, state: Ended, error: string | null): Promise<void> {
  await inTransaction(db, (db) => endIn(db, push.movementId, ['waiting', 'sending'], state, error))
}

/**
 * Adds an applied push to the platform's last known count, so the next reading doesn't count it as a sale there.
 * @returns true if the push was in one of the states `from`
 */
async function endIn(db: Db, movementId: number, from: string[], state: Ended, error: string | null) {
  const ended = await pushes.updateEnded(db, movementId, from, { state, error })
  if (!ended) return false
  if (state === 'applied') await addToLastStock(db, ended.variantId, ended.change)
  await reread(db, movementId, ended.variantId)
  return true
}

/**
 * Ignores stock counts that were read during a push (`withVerifiedStock`), so the product is read again, as if a
 * webhook had named it.
 */
async function reread(db: Db, movementId: number, variantId: number) {
  const target = await findPushTarget(db, variantId)
  if (!target) return
  const id = `stock-push-${movementId}-${await pushes.readPushClock(db)}`
  await insertWebhook(db, { id, topic: 'products/update', externalId: target.productId })
  await enqueue(db, handleWebhookJob, { webhookId: id })
}

const after = (ms: number) => new Date(now().getTime() + ms)

/**
 * Applies an admin's decision about a push that the platform rejected or left unknown.
 * @throws ShopError 404 if it is neither
 */
export async function decidePush(
  db: Db,
  adminId: number,
  movementId: number,
  decision: StockPushDecision,
): Promise<void> {
  await inTransaction(db, async (db) => {
    const isDone =
      decision === 'retry'
        ? await pushes.updateRetried(db, movementId)
        : await endIn(db, movementId, ['refused', 'unknown'], decision, null)
    if (!isDone) throw notFound('This change isn’t waiting for a decision.')
    await recordChange(db, {
      actorId: adminId,
      action: 'sync.stock_decided',
      subjectId: movementId,
      before: null,
      after: { decision },
    })
  })
}
