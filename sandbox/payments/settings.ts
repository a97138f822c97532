import type { Store } from '../store.ts'

/** Set through the sandbox's own API or on the dashboard. */
export interface PaymentSettings {
  /** How many times faster than in life failed webhooks are tried again. */
  webhookSpeed: number
}

export const settingTables = `
  create table if not exists payments_settings (
    only_row integer primary key check (only_row = 1),
    webhook_speed real not null
  ) strict;
`

export function readSettings(store: Store): PaymentSettings {
  const row = store.prepare('select webhook_speed from payments_settings').get()
  return { webhookSpeed: (row as { webhook_speed: number } | undefined)?.webhook_speed ?? 1 }
}

export function keepSettings(store: Store, { webhookSpeed }: PaymentSettings) {
  store
    .prepare('insert or replace into payments_settings (only_row, webhook_speed) values (1, ?)')
    .run(webhookSpeed)
}
