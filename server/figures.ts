import type { Registry } from 'prom-client'
import { countRecentOrders } from './orders/queries.ts'
import { findWaitingEvents } from './payments/event-queries.ts'
import { countRecentDeclines } from './payments/queries.ts'
import { findLastReconciliation } from './payments/reconcile-queries.ts'
import { countUnsettledRefunds } from './payments/refund-queries.ts'
import { now } from './platform/clock.ts'
import type { Db } from './platform/db/database.ts'
import { type Figure, serveFigures } from './platform/http/figures.ts'
import type { Shop } from './shop.ts'
import { countHolds } from './stock/hold-queries.ts'

/** Registers every metric of the shop for /metrics, in addition to those of requests and the process. */
export function shopFigures(registry: Registry, { db, jobs, measures }: Shop) {
  for (const measure of measures) registry.registerMetric(measure)
  serveFigures(registry, [
    {
      name: 'plinth_jobs_waiting',
      help: 'Jobs that wait to be done, by name',
      label: 'job',
      read: () => jobs.waiting(),
    },
    {
      name: 'plinth_orders_last_day',
      help: 'Orders placed within the last 24 hours, by what became of them',
      label: 'status',
      read: () => countRecentOrders(db),
    },
    {
      name: 'plinth_holds',
      help: 'Orders that hold stock while they are paid; overdue: their time is over, the provider is about to be asked',
      label: 'state',
      read: () => countHolds(db),
    },
    ...paymentFigures(db),
  ])
}

const paymentFigures = (db: Db): Figure[] => [
  {
    name: 'plinth_webhook_lag_seconds',
    help: 'How long the oldest event of the card provider that is not handled has waited; 0: none waits',
    async read() {
      const { oldest } = await findWaitingEvents(db)
      return oldest ? secondsSince(oldest) : 0
    },
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

const secondsSince = (time: Date) => Math.max(0, (now().getTime() - time.getTime()) / 1000)
