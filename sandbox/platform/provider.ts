import { z } from 'zod'
import type { World } from '../emulator.ts'
import { readSettings, type Store } from '../store.ts'
import type { Bucket } from './api/bucket.ts'

/** This emulator's name in the URLs of the fault switches. */
export const service = 'platform'

/** The context of every operation. */
export interface Platform extends World {
  /** The points that the only app can spend. */
  bucket: Bucket
}

export const demoShop = { name: 'Hollow Oak', domain: 'hollow-oak.myshopify.com' } as const

/** The shop as an app on the platform. The shop's demo settings contain the same values. */
export const demoApp = {
  apiKey: 'plinth-demo-key',
  apiSecret: 'plinth-demo-api-secret',
  accessToken: 'shpat_plinth_sandbox',
  scope: 'read_products,read_inventory,write_inventory',
} as const

/** Supported API versions, oldest first. They are fixed, so no test depends on the calendar. */
export const supportedVersions = ['2026-01', '2026-04', '2026-07', '2026-10'] as const

const points = 'must be a whole number from 1 to 1000000'

/** Settings, changed through the sandbox's API. */
export const PlatformSettings = z.strictObject({
  /** Maximum points of an app, and points restored per second. */
  bucketSize: z.int(`bucketSize ${points}`).min(1).max(1_000_000),
  restoreRate: z.int(`restoreRate ${points}`).min(1).max(1_000_000),
  currencyCode: z.enum(['EUR', 'GBP', 'JPY', 'USD']),
  /** Whether the store's prices include taxes. */
  taxesIncluded: z.boolean(),
})
export type PlatformSettings = z.infer<typeof PlatformSettings>

const defaults: PlatformSettings = {
  bucketSize: 2000,
  restoreRate: 100,
  currencyCode: 'USD',
  taxesIncluded: false,
}

export const readPlatformSettings = (store: Store) => readSettings(store, service, defaults)
