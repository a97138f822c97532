import type { FastifyInstance } from 'fastify'
import { getTaxProvider } from '#contract/checkout/api.ts'
import type { PaymentGateway } from '../payments/provider.ts'
import { now } from '../platform/clock.ts'
import { mount } from '../platform/http/mount.ts'
import { readSettings } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import { findTaxPause } from './taxes.ts'

/** Admins open the dashboard often, and each query is a request to the provider. */
const CACHE_MS = 10_000

export function checkoutAdminRoutes(app: FastifyInstance, { db, gateway }: Shop) {
  const findSetup = cachedSetup(gateway)

  mount(app, getTaxProvider, async () => {
    const { name } = gateway
    const { mode } = (await readSettings(db)).taxes
    if (mode !== 'stripe') return { name, setup: 'unused' as const, pausedUntil: null }
    const [setup, pause] = await Promise.all([findSetup(), findTaxPause(db)])
    return { name, setup, pausedUntil: pause?.toISOString() ?? null }
  })
}

function cachedSetup({ findTaxSetup }: PaymentGateway) {
  let last: { setup: ReturnType<typeof findTaxSetup>; endsAt: number } | undefined
  return () => {
    const time = now().getTime()
    if (!last || last.endsAt <= time) last = { setup: findTaxSetup(), endsAt: time + CACHE_MS }
    return last.setup
  }
}
