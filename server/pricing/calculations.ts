import type { ShippingPlace } from '#contract/checkout/shipping.ts'
import type { Currency } from '#contract/money.ts'
import type { GivenTaxes } from '#contract/pricing/taxes.ts'
import { now } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { sha256 } from '../platform/ids.ts'
import { findTaxes, insertCalculation, type TaxCalculation, type TaxLine } from './calculation-queries.ts'

/** Taxes may change, so a repeated checkout reuses a calculation only for this long. */
const REUSE_MS = 60 * 60_000

/** An address with its ISO country code. */
export type TaxPlace = ShippingPlace

/** Everything that the taxes of an order depend on. */
export type TaxRequest = {
  currency: Currency
  pricesIncludeTax: boolean
  lines: TaxLine[]
  shippingCents: number
  from: TaxPlace
  to: TaxPlace
  /** A business customer's VAT number. */
  vatId: string | null
}

/** Thrown if a price needs taxes from the provider. Nothing is priced without them. */
export class TaxesMissing extends Error {
  readonly request: TaxRequest

  constructor(request: TaxRequest) {
    super('The taxes are not calculated yet')
    this.request = request
  }
}

/** @throws TaxesMissing unless the shop has recently had exactly these taxes calculated */
export async function calculatedTaxes(db: Db, request: TaxRequest): Promise<GivenTaxes> {
  const found = await findTaxes(db, hashOf(request), new Date(now().getTime() - REUSE_MS))
  if (!found) throw new TaxesMissing(request)
  return found
}

export async function saveCalculation(db: Db, request: TaxRequest, calculation: TaxCalculation) {
  await insertCalculation(db, { ...calculation, requestHash: hashOf(request), lines: request.lines })
}

const hashOf = (request: TaxRequest) => sha256(JSON.stringify(request))
