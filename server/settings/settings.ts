import { z } from 'zod'
import type { Db } from '../platform/db/database.ts'
import { listStoredSettings, upsertSetting } from './queries.ts'

/** What a shop owner can set, with the values of a fresh install. Cents, minutes. */
export const Settings = z.object({
  shopName: z.string().default('Plinth'),
  shippingRateCents: z.int().nonnegative().default(499),
  /** Products on one page of the home page: the six placeholders of the spec are one page. */
  pageSize: z.int().min(1).max(100).default(6),
  /** How long products are held for an order that is being paid. */
  holdMinutes: z.int().min(1).max(1440).default(30),
  /** Where shoppers can write to; null: the address that letters come from. */
  supportEmail: z.email().nullable().default(null),
  demoSeeded: z.boolean().default(false),
})
export type Settings = z.infer<typeof Settings>

export async function readSettings(db: Db): Promise<Settings> {
  return Settings.parse(
    Object.fromEntries((await listStoredSettings(db)).map(({ name, value }) => [name, value])),
  )
}

/** @param mailFrom such as 'Plinth <hello@plinth.example>' */
export function supportAddress({ supportEmail }: Settings, { mailFrom }: { mailFrom: string }): string {
  return supportEmail ?? /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom
}

export async function changeSettings(db: Db, changes: Partial<Settings>): Promise<void> {
  for (const [name, schema] of Object.entries(Settings.shape)) {
    const value = changes[name as keyof Settings]
    if (value !== undefined) await upsertSetting(db, name, schema.parse(value))
  }
}
