import { NO_TAXES, type RateSetting, type TaxSettings } from '#contract/settings/taxes.ts'

/** A rate of the tax table, by default the VAT of a whole country. */
export const taxRate = (country: string, ppm: number, facts: Partial<RateSetting> = {}): RateSetting => ({
  ...{ country, region: null, taxClass: 'standard', name: 'VAT', ppm, from: null },
  ...facts,
})

/** Two taxes that are added to prices in Texas, whose amounts need rounding. */
export const SALES_TAX: TaxSettings = {
  ...NO_TAXES,
  mode: 'table',
  rates: [
    taxRate('US', 62_500, { region: 'TX', name: 'State tax' }),
    taxRate('US', 20_000, { region: 'TX', name: 'City tax' }),
  ],
}
