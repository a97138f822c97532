import { z } from 'zod'
import type { Store } from '../store.ts'
import { demoApp } from './provider.ts'

const speed = 'webhookSpeed must be from 0.001 to 1000000'
const points = 'must be a whole number from 1 to 1000000'

/** Set through the sandbox's own API. */
export const PlatformSettings = z.strictObject({
  /** The most points that an app can have, and how many it gets back each second. */
  bucketSize: z.int(`bucketSize ${points}`).min(1).max(1_000_000),
  restoreRate: z.int(`restoreRate ${points}`).min(1).max(1_000_000),
  /** In which all prices of the store are. */
  currencyCode: z.enum(['EUR', 'GBP', 'USD']),
  /** How long a token of the client-credentials grant lives. */
  tokenSeconds: z.int('tokenSeconds must be a whole number from 1 to 86399').min(1).max(86_399),
  /** Signs webhooks, and is asked for by the grant; changed by rotating the app's secret. */
  apiSecret: z.string().min(8, 'apiSecret must have at least 8 characters').max(200),
  /** How many times faster than in life failed webhooks are tried again. */
  webhookSpeed: z.number(speed).min(0.001, speed).max(1_000_000, speed),
})
export type PlatformSettings = z.infer<typeof PlatformSettings>

const defaults: PlatformSettings = {
  bucketSize: 2000,
  restoreRate: 100,
  currencyCode: 'USD',
  tokenSeconds: 86_399,
  apiSecret: demoApp.apiSecret,
  webhookSpeed: 1,
}

export const settingTables = `
  create table if not exists platform_settings (
    only_row integer primary key check (only_row = 1),
    settings text not null
  ) strict;
`

export function readSettings(store: Store): PlatformSettings {
  const row = store.prepare('select settings from platform_settings').get() as
    | { settings: string }
    | undefined
  return { ...defaults, ...(row && (JSON.parse(row.settings) as Partial<PlatformSettings>)) }
}

export function changeSettings(store: Store, change: Partial<PlatformSettings>): PlatformSettings {
  const settings = { ...readSettings(store), ...change }
  store
    .prepare('insert or replace into platform_settings (only_row, settings) values (1, ?)')
    .run(JSON.stringify(settings))
  return settings
}
