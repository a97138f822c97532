import Stripe from 'stripe'
import { inMemory } from '../../../sandbox/config.ts'
import { payments } from '../../../sandbox/payments/payments.ts'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import { openCardShop } from './card-shop.ts'

export type World = { sandboxUrl: string; shopUrl: string; stripe: Stripe }

/** Opens the smallest shop on a separate origin, with a sandbox. */
export async function openWorld(): Promise<World & AsyncDisposable> {
  const sandbox = await startSandbox(inMemory, [payments])
  const shop = await openCardShop(sandbox.url)
  const { hostname: host, port } = new URL(sandbox.url)
  return {
    sandboxUrl: sandbox.url,
    shopUrl: shop.url,
    stripe: new Stripe('sk_test_plinth_sandbox', { host, port, protocol: 'http', telemetry: false }),
    [Symbol.asyncDispose]: async () => {
      await shop.close()
      await sandbox.stop()
    },
  }
}
