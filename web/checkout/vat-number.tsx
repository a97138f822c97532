import { useQuery } from '@tanstack/react-query'
import { isoCountry } from '#contract/checkout/rules.ts'
import { countryOfVatId, EU_COUNTRIES, isReverseCharge, reverseChargeRules } from '#contract/pricing/eu.ts'
import { useApi } from '../platform/api.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Field } from '../ui/field.tsx'

/**
 * Returns whether a business can enter its VAT number, which requires an EU country other than the shop's, and the tax
 * rules that then apply. The server checks the number; until then, its country is enough for the total.
 * @param country our code for the destination country
 */
export function useReverseCharge(vatId: string, country = '') {
  const { taxes } = useQuery(shopInfoQuery(useApi())).data ?? {}
  const to = isoCountry(country)
  const home = taxes?.home
  if (!taxes || !home || to === home || !EU_COUNTRIES.includes(to)) return { isOffered: false }
  const isExempt = !taxes.isCalculated && isReverseCharge(home, countryOfVatId(vatId), to)
  return { isOffered: true, taxes: isExempt ? reverseChargeRules(taxes, home, to) : undefined }
}

export function VatNumberField({ value, onChange }: { value: string; onChange(vatId: string): void }) {
  return (
    <div className="mt-6">
      <Field
        label="VAT number (optional)"
        hint="For businesses: with the VAT number of another EU country, you pay no VAT here and account for it yourself."
        autoComplete="off"
        maxLength={30}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  )
}
