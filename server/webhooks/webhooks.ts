import type { Webhook, WebhookDelivery } from '#contract/webhooks/api.ts'
import { OLD_SECRET_HOURS, TEST_TOPIC, WEBHOOK_MESSAGES, WEBHOOKS_MAX } from '#contract/webhooks/rules.ts'
import { recordChange } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { invalidInput, notFound, ShopError } from '../errors.ts'
import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import { randomToken } from '../platform/ids.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { BlockedAddressError, checkPublicAddress } from '../platform/public-address.ts'
import { DecryptionError, type SecretBox } from '../platform/secret-box.ts'
import type { Shop } from '../shop.ts'
import { updateDue } from './delivery-queries.ts'
import { createDeliveries, deliverWebhooksJob, retryDeadline } from './emit.ts'
import * as queries from './queries.ts'
import { findDelivery } from './queries.ts'

const CURRENT = 'webhooks.secret'
const PREVIOUS = 'webhooks.previous-secret'

type Parts = Pick<Shop, 'db' | 'config' | 'secrets'>
type Chosen = Pick<Webhook, 'url' | 'topics'>

/** @throws ShopError 400 for a URL that the shop may not call; 409 if there are too many webhooks */
export async function addWebhook(
  { db, config, secrets }: Parts,
  adminId: number,
  { url: typed, topics }: Chosen,
) {
  const url = allowedUrl(config, typed)
  const secret = newSecret()
  const id = await inTransaction(db, async (db) => {
    await queries.lockWebhooks(db)
    if ((await queries.countWebhooks(db)) >= WEBHOOKS_MAX)
      throw new ShopError(409, 'conflict', WEBHOOK_MESSAGES.full)
    const id = await queries.insertWebhook(db, { url, topics, secret: sealSecret(secrets, secret) })
    await note(db, adminId, 'added', id, null, { url, topics })
    return id
  })
  return { webhook: await readWebhook(db, id), secret }
}

/** @throws ShopError 400, 404 */
export async function changeWebhook(
  { db, config }: Parts,
  adminId: number,
  id: number,
  changes: Partial<Chosen>,
): Promise<Webhook> {
  const chosen = { ...changes, ...(changes.url ? { url: allowedUrl(config, changes.url) } : {}) }
  await inTransaction(db, async (db) => {
    const { url, topics } = await locked(db, id)
    const after = { url, topics, ...chosen }
    if (JSON.stringify(after) === JSON.stringify({ url, topics })) return
    await queries.updateWebhook(db, id, chosen)
    await note(db, adminId, 'changed', id, { url, topics }, after)
  })
  return readWebhook(db, id)
}

/** @throws ShopError 404 */
export async function removeWebhook(db: Db, adminId: number, id: number): Promise<void> {
  await inTransaction(db, async (db) => {
    const { url, topics } = await locked(db, id)
    await queries.deleteWebhook(db, id)
    await note(db, adminId, 'removed', id, { url, topics }, null)
  })
}

/**
 * Rotates the signing secret. The previous one also signs until receivers have the new one.
 * @throws ShopError 404
 */
export async function rotateSecret({ db, secrets }: Parts, adminId: number, id: number) {
  const secret = newSecret()
  const until = new Date(now().getTime() + OLD_SECRET_HOURS * 3_600_000)
  await inTransaction(db, async (db) => {
    const receiver = await locked(db, id)
    const previousSecret = stillReadable(() => sealPrevious(secrets, receiver))
    await queries.updateWebhook(db, id, {
      secret: sealSecret(secrets, secret),
      previousSecret,
      previousUntil: previousSecret === null ? null : until,
    })
    await note(db, adminId, 'secret-changed', id, null, {
      previousUntil: previousSecret === null ? null : until,
    })
  })
  return { webhook: await readWebhook(db, id), secret }
}

/** Sends a test event. @throws ShopError 404 */
export async function sendTest(db: Db, id: number): Promise<WebhookDelivery> {
  const [deliveryId = 0] = await inTransaction(db, async (db) => {
    await locked(db, id)
    return createDeliveries(db, [id], TEST_TOPIC, [{ subjectId: id, data: { message: 'This is a test.' } }])
  })
  return readDelivery(db, deliveryId)
}

/**
 * Resends the same body with the same ID, with a new retry period.
 * @throws ShopError 404
 */
export async function resend(db: Db, adminId: number, id: number): Promise<WebhookDelivery> {
  await inTransaction(db, async (db) => {
    const found = await updateDue(db, id, now(), retryDeadline(now()))
    if (!found) throw notFound(WEBHOOK_MESSAGES.noDelivery)
    const { webhookId, eventId } = found
    await enqueue(db, deliverWebhooksJob, { webhookId })
    await note(db, adminId, 'resent', webhookId, null, { eventId })
  })
  return readDelivery(db, id)
}

/**
 * Returns the secrets that sign deliveries now: the current one and, for a day after a rotation, the previous one.
 * Re-encrypts those encrypted with the shop's previous key, so that key can be removed.
 * @throws DecryptionError if the key was removed and the secret must be rotated
 */
export async function goodSecrets(db: Db, secrets: SecretBox, receiver: queries.Receiver): Promise<string[]> {
  const secret = secrets.decrypt(receiver.secret, CURRENT)
  const { previousSecret, previousUntil } = receiver
  const isGood = previousSecret !== null && previousUntil !== null && previousUntil > now()
  const previous = isGood ? secrets.decrypt(previousSecret, PREVIOUS) : null
  if (secrets.isOutdated(receiver.secret)) {
    await queries.updateWebhook(db, receiver.id, {
      secret: secrets.encrypt(secret, CURRENT),
      previousSecret: previous && secrets.encrypt(previous, PREVIOUS),
    })
  }
  return previous === null ? [secret] : [secret, previous]
}

/** Only public IP addresses are reachable, and the sandbox in the demo. */
export const outsideOrigins = ({ sandbox }: Pick<Config, 'sandbox'>) => (sandbox ? [sandbox.url] : [])

async function readWebhook(db: Db, id: number): Promise<Webhook> {
  const [webhook] = await queries.listWebhooks(db, id)
  if (!webhook) throw notFound(WEBHOOK_MESSAGES.notFound)
  return webhook
}

async function readDelivery(db: Db, id: number): Promise<WebhookDelivery> {
  const found = await findDelivery(db, id)
  if (!found) throw notFound(WEBHOOK_MESSAGES.noDelivery)
  return found.delivery
}

async function locked(db: Db, id: number): Promise<queries.Receiver> {
  const found = await queries.lockReceiver(db, id)
  if (!found) throw notFound(WEBHOOK_MESSAGES.notFound)
  return found
}

/**
 * The IP addresses of its host are checked on each delivery (server/platform/safe-fetch.ts).
 * @throws ShopError 400
 */
function allowedUrl(config: Shop['config'], typed: string): string {
  try {
    return checkPublicAddress(typed, outsideOrigins(config)).href
  } catch (error) {
    if (!(error instanceof BlockedAddressError)) throw error
    const { message } = error
    throw invalidInput(message, [{ path: 'url', message }])
  }
}

/** Returns null if the secret's key was removed, in which case nothing was signed with it since. */
function stillReadable(seal: () => string): string | null {
  try {
    return seal()
  } catch (error) {
    if (error instanceof DecryptionError) return null
    throw error
  }
}

async function note(
  db: Db,
  actorId: number,
  verb: string,
  subjectId: number,
  before: object | null,
  after: object | null,
) {
  await recordChange(db, { actorId, action: `webhook.${verb}`, subjectId, before, after })
}

/** Returns a new secret: 256 random bits with a prefix that secret scanners recognize. */
const newSecret = () => `whsec_${randomToken()}`

const sealSecret = (secrets: SecretBox, secret: string) => secrets.encrypt(secret, CURRENT)

/** Re-encrypts the current secret as the previous one. @throws DecryptionError if it can no longer be decrypted */
const sealPrevious = (secrets: SecretBox, { secret }: queries.Receiver) =>
  secrets.encrypt(secrets.decrypt(secret, CURRENT), PREVIOUS)
