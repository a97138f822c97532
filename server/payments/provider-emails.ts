import { now } from '../platform/clock.ts'
import { type Db, inTransaction } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { queueOwnerEmail } from '../settings/owner-email.ts'
import type { Shop } from '../shop.ts'
import type { ProviderError } from './provider.ts'

/** Logs that the provider rejects the shop's key, and emails the store owner at most once a day. */
export async function reportRejectedKey(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  provider: string,
  error: ProviderError,
): Promise<void> {
  log.error({ provider, problem: error.message }, 'payment provider API key rejected')
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueOwnerEmail(db, config, `rejected-key-${day}`, (shopName) => ({
      subject: `${shopName} has no working API key of ${provider}`,
      paragraphs: [
        `The reason: “${error.message}”`,
        "Until this is fixed, shoppers can't pay and refunds are delayed. No refund is lost: they'll be sent as soon as the key works.",
        'Check the keys under Settings, Payments, or STRIPE_SECRET_KEY if it is set on the server, and that a restricted key has the permissions listed under “Payments” in docs/operations.md.',
      ],
    })),
  )
}

/** Logs that the provider calculates no taxes, and emails the store owner at most once a day. */
export async function reportRefusedTaxes(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  provider: string,
  error: ProviderError,
): Promise<void> {
  log.error({ provider, problem: error.message }, 'payment provider calculates no taxes')
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueOwnerEmail(db, config, `refused-taxes-${day}`, (shopName) => ({
      subject: `${provider} isn’t calculating the taxes of ${shopName}`,
      paragraphs: [
        `${provider} responded: “${error.message}”`,
        "Until this is fixed, shoppers can't check out.",
        `Open Tax in your ${provider} dashboard, and check that it is active and has the address of your head office. Or choose your own rates under Settings, Taxes.`,
      ],
    })),
  )
}

/** Logs that the provider rejects an order as too small, and emails the store owner at most once a day. */
export async function reportTooSmall(
  { db, config, log }: Pick<Shop, 'db' | 'config' | 'log'>,
  provider: string,
  error: ProviderError,
): Promise<void> {
  log.warn({ provider, problem: error.message }, 'order too small for a card payment')
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueOwnerEmail(db, config, `too-small-${day}`, (shopName) => ({
      subject: `${provider} refused an order of ${shopName} as too small`,
      paragraphs: [
        `${provider} responded: “${error.message}”`,
        'The shopper was asked to add something to the cart, and wasn’t charged. If your account is paid out in another currency than that of your prices, its minimum applies to the converted total.',
        'To avoid such orders, raise your lowest prices, or the shipping rate.',
      ],
    })),
  )
}

/** Emails the store owner, at most once a day, that the shop calculates no further taxes for a while. */
export async function reportTaxLimit(
  db: Db,
  mail: MailConfig,
  { limit, provider }: { limit: number; provider: string },
): Promise<void> {
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueOwnerEmail(db, mail, `tax-limit-${day}`, (shopName) => ({
      subject: `${shopName} has paused its tax calculations`,
      paragraphs: [
        `In the last hour, shoppers caused more than ${limit} tax calculations by ${provider}, far more than your orders need. Each costs a fee, so we calculate no more until the hour is over, and shoppers whose tax isn't known can't check out until then.`,
        'This happens if a program fills carts. You can choose your own rates under Settings, Taxes.',
      ],
    })),
  )
}

/** Emails the store owner, at most once a day, that the shop calculates no further taxes for the busiest networks. */
export async function reportFrequentTaxes(
  db: Db,
  mail: MailConfig,
  { limit, few, provider }: { limit: number; few: number; provider: string },
): Promise<void> {
  const day = now().toISOString().slice(0, 10)
  await inTransaction(db, (db) =>
    queueOwnerEmail(db, mail, `frequent-taxes-${day}`, (shopName) => ({
      subject: `${shopName} has paused its tax calculations for some shoppers`,
      paragraphs: [
        `In the last hour, a few networks caused more than ${limit} tax calculations by ${provider}, more than their shoppers need. Each costs a fee, so until the hour is over, we calculate no more for networks with over ${few} of them. Other shoppers can still check out.`,
        'This happens if a program fills carts. You can choose your own rates under Settings, Taxes.',
      ],
    })),
  )
}
