import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { randomToken } from '../platform/ids.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type Receiver, updateWebhook } from './queries.ts'

const CURRENT = 'webhooks.secret'
const PREVIOUS = 'webhooks.previous-secret'

/** 256 random bits, marked so that people and scanners know what they have found. */
export const newSecret = () => `whsec_${randomToken()}`

export const sealSecret = (secrets: SecretBox, secret: string) => secrets.seal(secret, CURRENT)

/** The secret that is on its way out. @throws SealError when it cannot be read any more */
export const sealPrevious = (secrets: SecretBox, { secret }: Receiver) =>
  secrets.seal(secrets.open(secret, CURRENT), PREVIOUS)

/**
 * What deliveries are signed with now: the secret, and for a day after its change the one before. What the shop's last
 * key has sealed is sealed anew, so that this key can go.
 * @throws SealError when its key is gone: then a new secret must be made
 */
export async function goodSecrets(db: Db, secrets: SecretBox, receiver: Receiver): Promise<string[]> {
  const secret = secrets.open(receiver.secret, CURRENT)
  const { previousSecret, previousUntil } = receiver
  const isGood = previousSecret !== null && previousUntil !== null && previousUntil > now()
  const previous = isGood ? secrets.open(previousSecret, PREVIOUS) : null
  if (secrets.isOutdated(receiver.secret)) {
    await updateWebhook(db, receiver.id, {
      secret: secrets.seal(secret, CURRENT),
      previousSecret: previous && secrets.seal(previous, PREVIOUS),
    })
  }
  return previous === null ? [secret] : [secret, previous]
}
