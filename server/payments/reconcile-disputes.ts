import { formatCents, type MoneyFormat } from '#contract/money.ts'
import type { Db } from '../platform/db/database.ts'
import type { MailConfig } from '../platform/mail/outbox.ts'
import { applyDispute, applyWarning } from './apply-dispute.ts'
import { type PaymentGateway, ProviderError } from './provider.ts'
import type { Discrepancy } from './reconcile-queries.ts'

type Compared = { compared: number; discrepancies: Discrepancy[] }

/**
 * Applies every dispute and fraud warning of the provider, so that a lost webhook loses neither. A key that may not read
 * them is reported, and the rest of the reconciliation continues.
 * @throws ProviderError
 */
export async function compareDisputes(
  db: Db,
  gateway: PaymentGateway,
  mail: MailConfig,
  { since, format }: { since: Date; format: MoneyFormat },
): Promise<Compared> {
  const disputes = await compareAll(gateway, 'disputes', gateway.listDisputes, since, async (dispute) => {
    const applied = await applyDispute(db, gateway, mail, dispute)
    if (!applied || applied.change === 'none') return null
    const { orderId: subject } = applied
    if (applied.change === 'updated') {
      const text = `The provider’s status “${dispute.status}” of a dispute had not reached the shop.`
      return { kind: 'dispute-behind', subject, text, isRepaired: true }
    }
    const amount = formatCents(dispute.amountCents, format)
    const text = `The customer’s bank disputes ${amount}. The webhook hadn’t arrived.`
    return { kind: 'dispute-missed', subject, text, isRepaired: true }
  })
  const warnings = await compareAll(
    gateway,
    'fraud warnings',
    gateway.listWarnings,
    since,
    async (warning) => {
      const applied = await applyWarning(db, gateway, mail, warning)
      if (applied?.change !== 'added') return null
      const text = 'The card issuer suspects fraud. The webhook hadn’t arrived.'
      return { kind: 'fraud-warning-missed', subject: applied.orderId, text, isRepaired: true }
    },
  )
  return {
    compared: disputes.compared + warnings.compared,
    discrepancies: [...disputes.discrepancies, ...warnings.discrepancies],
  }
}

async function compareAll<T>(
  { name }: PaymentGateway,
  what: 'disputes' | 'fraud warnings',
  list: (since: Date) => AsyncIterable<T>,
  since: Date,
  compare: (one: T) => Promise<Discrepancy | null>,
): Promise<Compared> {
  const result: Compared = { compared: 0, discrepancies: [] }
  try {
    for await (const one of list(since)) {
      result.compared += 1
      const discrepancy = await compare(one)
      if (discrepancy) result.discrepancies.push(discrepancy)
    }
  } catch (error) {
    if (!(error instanceof ProviderError && error.kind === 'unauthorized')) throw error
    const text = `${name} doesn’t let the shop read ${what}: ${error.message} Check the permissions of the key.`
    result.discrepancies.push({
      kind: `${what.replace(' ', '-')}-unreadable`,
      subject: what,
      text,
      isRepaired: false,
    })
  }
  return result
}
