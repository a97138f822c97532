import type { TaxRow, TaxSettings } from '#contract/settings/taxes.ts'

/** The form's values: text as entered, except for the rows. */
export type TaxValues = {
  taxes: {
    mode: TaxSettings['mode']
    pricesIncludeTax: string
    home: string
    oss: TaxSettings['oss']
    acceptsUnverifiedNumbers: string
    classes: string
    rows: TaxRow[]
  }
}
