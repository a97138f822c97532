import type { Registry } from 'prom-client'
import { orderFigures } from './orders/figures.ts'
import { paymentFigures } from './payments/figures.ts'
import { type Figure, serveFigures } from './platform/http/figures.ts'
import type { Shop } from './shop.ts'
import { stockFigures } from './stock/figures.ts'

/** Table of contents: what /metrics says of the shop, beside requests and the process. */
export function shopFigures(registry: Registry, { db, jobs, measures }: Shop) {
  for (const measure of measures) registry.registerMetric(measure)
  serveFigures(registry, [jobFigure(jobs), ...orderFigures(db), ...stockFigures(db), ...paymentFigures(db)])
}

const jobFigure = (jobs: Shop['jobs']): Figure => ({
  name: 'plinth_jobs_waiting',
  help: 'Jobs that wait to be done, by name',
  label: 'job',
  read: () => jobs.waiting(),
})
