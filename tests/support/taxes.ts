import { NO_BUSINESS } from '#contract/settings/business.ts'
import { NO_TAXES, type RateSetting, type TaxSettings } from '#contract/settings/taxes.ts'

/** A rate of the tax table, by default the VAT of a whole country. */
export const taxRate = (country: string, ppm: number, facts: Partial<RateSetting> = {}): RateSetting => ({
  ...{ country, region: null, taxClass: 'standard', name: 'VAT', ppm, from: null },
  ...facts,
})

/** The address that Stripe Tax needs of a business. */
export const BUSINESS = {
  ...NO_BUSINESS,
  ...{ legalName: 'Plinth LLC', address: '350 5th Avenue', city: 'New York', state: 'NY', zipCode: '10118' },
}

/** Taxes that Stripe calculates. In the sandbox, Texas has 6.25%, 1%, and 1%. */
export const STRIPE_TAX: TaxSettings = { ...NO_TAXES, mode: 'stripe' }

/** Two taxes that are added to prices in Texas, whose amounts need rounding. */
export const SALES_TAX: TaxSettings = {
  ...NO_TAXES,
  mode: 'table',
  rates: [
    taxRate('US', 62_500, { region: 'TX', name: 'State tax' }),
    taxRate('US', 20_000, { region: 'TX', name: 'City tax' }),
  ],
}
