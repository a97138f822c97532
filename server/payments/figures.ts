import type { Db } from '../platform/db/database.ts'
import type { Figure } from '../platform/http/figures.ts'
import {
  countRecentDeclines,
  countUnsettledRefunds,
  findWaitingEvents,
  secondsSince,
} from './figure-queries.ts'
import { findLastReconciliation } from './reconcile-queries.ts'

export const paymentFigures = (db: Db): Figure[] => [
  {
    name: 'plinth_webhook_lag_seconds',
    help: 'How long the oldest event of the card provider that is not handled has waited; 0: none waits',
    read: async () => (await findWaitingEvents(db)).oldestSeconds,
  },
  {
    name: 'plinth_webhook_events_waiting',
    help: 'Events of the card provider that are not handled',
    read: async () => (await findWaitingEvents(db)).count,
  },
  {
    name: 'plinth_declined_cards_last_hour',
    help: 'Cards that the provider declined in the last hour',
    read: () => countRecentDeclines(db),
  },
  {
    name: 'plinth_refunds_unsettled',
    help: 'Refunds of which the card provider has not said how they ended',
    read: () => countUnsettledRefunds(db),
  },
  {
    name: 'plinth_integrity_findings',
    help: 'What the last comparison with the card provider found: repaired, or left to a person',
    label: 'state',
    async read() {
      const found = (await findLastReconciliation(db))?.findings ?? []
      const repaired = found.filter(({ isRepaired }) => isRepaired).length
      return { repaired, open: found.length - repaired }
    },
  },
  {
    name: 'plinth_integrity_age_seconds',
    help: 'How long ago the last comparison ended; -1: there was none',
    async read() {
      const last = await findLastReconciliation(db)
      return last ? secondsSince(new Date(last.finishedAt)) : -1
    },
  },
]
