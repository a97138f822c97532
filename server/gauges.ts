import type { Registry } from 'prom-client'
import { countRecentOrders } from './orders/queries.ts'
import {
  countRecentDeclines,
  findLastReconciliation,
  findWaitingEvents,
} from './payments/reconcile-queries.ts'
import { countUnsettledRefunds } from './payments/refund-queries.ts'
import { now } from './platform/clock.ts'
import type { Db } from './platform/db/database.ts'
import { type GaugeDefinition, registerGauges } from './platform/http/metrics.ts'
import type { Shop } from './shop.ts'
import { countReservations } from './stock/reservation-queries.ts'

/** Registers every metric of the shop for /metrics, in addition to those of requests and the process. */
export function registerShopGauges(registry: Registry, { db, jobs, gateway, measures }: Shop) {
  for (const measure of measures) registry.registerMetric(measure)
  registerGauges(registry, [
    {
      name: 'plinth_jobs_waiting',
      help: 'Waiting jobs by name',
      label: 'job',
      read: () => jobs.waiting(),
    },
    {
      name: 'plinth_orders_last_day',
      help: 'Orders placed within the last 24 hours by status',
      label: 'status',
      read: () => countRecentOrders(db),
    },
    {
      name: 'plinth_holds',
      help: 'Unpaid orders with reserved stock; overdue: the payment window has closed, the provider is about to be polled',
      label: 'state',
      read: () => countReservations(db),
    },
    ...paymentGauges(db, gateway.isLive),
  ])
}

const paymentGauges = (db: Db, isLive: boolean): GaugeDefinition[] => [
  {
    name: 'plinth_webhook_lag_seconds',
    help: 'Age of the oldest unprocessed event of the payment provider; 0: none',
    async read() {
      const { oldest } = await findWaitingEvents(db)
      return oldest ? secondsSince(oldest) : 0
    },
  },
  {
    name: 'plinth_webhook_events_waiting',
    help: 'Unprocessed events of the payment provider',
    read: async () => (await findWaitingEvents(db)).count,
  },
  {
    name: 'plinth_declined_cards_last_hour',
    help: 'Cards that the payment provider declined in the last hour',
    read: () => countRecentDeclines(db),
  },
  {
    name: 'plinth_refunds_unsettled',
    help: 'Refunds in the mode of the keys without a final status from the payment provider',
    read: () => countUnsettledRefunds(db, isLive),
  },
  {
    name: 'plinth_integrity_findings',
    help: 'Discrepancies found by the last reconciliation: resolved automatically, or open for review',
    label: 'state',
    async read() {
      const found = (await findLastReconciliation(db))?.findings ?? []
      const repaired = found.filter(({ isRepaired }) => isRepaired).length
      return { repaired, open: found.length - repaired }
    },
  },
  {
    name: 'plinth_integrity_age_seconds',
    help: 'Time since the last reconciliation finished; -1: there was none',
    async read() {
      const last = await findLastReconciliation(db)
      return last ? secondsSince(new Date(last.finishedAt)) : -1
    },
  },
]

const secondsSince = (time: Date) => Math.max(0, (now().getTime() - time.getTime()) / 1000)
