import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { randomToken } from '../platform/ids.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { type Receiver, updateWebhook } from './queries.ts'

const CURRENT = 'webhooks.secret'
const PREVIOUS = 'webhooks.previous-secret'

/** Returns a new secret: 256 random bits with a prefix that secret scanners recognize. */
export const newSecret = () => `whsec_${randomToken()}`

export const sealSecret = (secrets: SecretBox, secret: string) => secrets.encrypt(secret, CURRENT)

/** Re-encrypts the current secret as the previous one. @throws DecryptionError if it can no longer be decrypted */
export const sealPrevious = (secrets: SecretBox, { secret }: Receiver) =>
  secrets.encrypt(secrets.decrypt(secret, CURRENT), PREVIOUS)

/**
 * Returns the secrets that sign deliveries now: the current one and, for a day after a rotation, the previous one.
 * Re-encrypts those encrypted with the shop's previous key, so that key can be removed.
 * @throws DecryptionError if the key was removed and the secret must be rotated
 */
export async function goodSecrets(db: Db, secrets: SecretBox, receiver: Receiver): Promise<string[]> {
  const secret = secrets.decrypt(receiver.secret, CURRENT)
  const { previousSecret, previousUntil } = receiver
  const isGood = previousSecret !== null && previousUntil !== null && previousUntil > now()
  const previous = isGood ? secrets.decrypt(previousSecret, PREVIOUS) : null
  if (secrets.isOutdated(receiver.secret)) {
    await updateWebhook(db, receiver.id, {
      secret: secrets.encrypt(secret, CURRENT),
      previousSecret: previous && secrets.encrypt(previous, PREVIOUS),
    })
  }
  return previous === null ? [secret] : [secret, previous]
}
