import type { Faults } from '../faults.ts'
import type { Store } from '../store.ts'
import type { Bucket } from './api/bucket.ts'

/** The name under which the fault switches know this stand-in. */
export const service = 'platform'

/** What every operation works on. */
export interface Platform {
  /** The sandbox's own origin, without a slash at the end. */
  url: string
  store: Store
  faults: Faults
  stopping: AbortSignal
  /** The points that the one app may spend. */
  bucket: Bucket
  /** Says that work was planned, see work.ts. */
  wake(): void
}

/** The store that is played. */
export const demoShop = {
  id: 77_000_000_001,
  name: 'Hollow Oak',
  domain: 'hollow-oak.myshopify.com',
  weightUnit: 'KILOGRAMS',
} as const

/** The shop, as an app of the platform. The shop's demo settings hold the same values. */
export const demoApp = {
  apiKey: 'plinth-demo-key',
  apiSecret: 'plinth-demo-api-secret',
  accessToken: 'shpat_plinth_sandbox',
  scope: 'read_products,read_inventory,write_inventory',
} as const
