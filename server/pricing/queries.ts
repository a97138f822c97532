import { z } from 'zod'
import { CalculatedTaxes } from '#contract/checkout/api.ts'
import type { GivenTaxes } from '#contract/pricing/taxes.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'

/** @property unit the ID of a variant */
export type TaxLine = { unit: number; quantity: number; cents: number; taxClass: string }

/** The provider's taxes for a request. Until they expire, the provider accepts them for a transaction. */
export type TaxCalculation = { id: string; taxes: GivenTaxes; expiresAt: Date }

const Lines: z.ZodType<TaxLine[]> = z.array(
  z.object({
    unit: z.int().positive(),
    quantity: z.int().positive(),
    cents: z.int().nonnegative(),
    taxClass: z.string(),
  }),
)

/** Returns the taxes of the first calculation for a request since a time, so concurrent requests agree. */
export async function findTaxes(db: Db, requestHash: string, since: Date): Promise<GivenTaxes | null> {
  const row = await db
    .selectFrom('tax_calculations')
    .select(['id', 'taxes'])
    .where('request_hash', '=', requestHash)
    .where('created_at', '>', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? { calculation: row.id, ...CalculatedTaxes.parse(row.taxes) } : null
}

export async function insertCalculation(
  db: Db,
  { id, requestHash, lines, taxes, expiresAt }: TaxCalculation & { requestHash: string; lines: TaxLine[] },
): Promise<void> {
  await db
    .insertInto('tax_calculations')
    .values({
      id,
      request_hash: requestHash,
      lines: JSON.stringify(lines),
      taxes: JSON.stringify(taxes),
      created_at: now(),
      expires_at: expiresAt,
    })
    .execute()
}

/** Returns the lines that a calculation was requested for, or null if it was deleted. */
export async function findCalculation(
  db: Db,
  id: string,
): Promise<{ lines: TaxLine[]; expiresAt: Date } | null> {
  const row = await db
    .selectFrom('tax_calculations')
    .select(['lines', 'expires_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { lines: Lines.parse(row.lines), expiresAt: row.expires_at } : null
}

export async function deleteCalculationsBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('tax_calculations').where('created_at', '<', time).execute()
}

/** Returns the shipping cost of a product in cents, or null if it has the shop's rates. */
export async function findOwnShippingCost(db: Db, productId: number): Promise<number | null> {
  const row = await db
    .selectFrom('products')
    .select('shipping_cost_cents')
    .where('id', '=', productId)
    .executeTakeFirst()
  return row?.shipping_cost_cents ?? null
}
