import { useState } from 'react'
import { findRegionCode } from '#contract/addresses/regions.ts'
import { countryName, isoCountry } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { showNumber } from '#contract/numbers.ts'
import { shippedCountries, shippingProblem } from '#contract/pricing/shipped-places.ts'
import { type ShippingZone, shippingOptions, zoneFor } from '#contract/pricing/shipping.ts'
import { zonesFromWire } from '#contract/settings/zones.ts'
import { ZonesInput } from '#contract/settings/zones-input.ts'
import { readAmount, withAmounts } from '../../admin/typed-amount.ts'
import { addressFormatQuery } from '../../checkout/address-formats.ts'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Field, Select } from '../../ui/field.tsx'
import { type ZoneForm, zoneAmounts } from './places-form.ts'
import type { Settings } from './use-save-section.ts'

/** 'What would a parcel cost?', computed from the form before it is saved, at first for the shop's own place. */
export function ParcelCosts({ zones: typed, home }: { zones: ZoneForm[]; home: Settings['business'] }) {
  const formats = useFormats()
  const { locale, formatCents, parseCents } = formats
  const [to, setTo] = useState({
    country: home.country,
    state: home.state,
    zipCode: home.zipCode,
    grams: '1000',
    value: showNumber('50.00', locale),
  })
  const field = (name: keyof typeof to) => ({
    value: to[name],
    onChange: ({ target }: { target: { value: string } }) => setTo({ ...to, [name]: target.value }),
  })
  const checked = ZonesInput.safeParse(
    withAmounts({ zones: typed }, zoneAmounts({ zones: typed }), formats).zones,
  ).data
  const { data: format } = useQuery(addressFormatQuery(useApi(), to.country))
  const iso = isoCountry(to.country)
  const areas = format?.fields.find(({ name }) => name === 'state')?.areas ?? []
  const codeOf = (region: string) => findRegionCode(iso, areas, region) ?? region
  const zones = checked
    ? zonesFromWire(checked, parseCents)?.map((zone) => withRegionCodes(zone, iso, codeOf))
    : null
  const subtotalCents = parseCents(readAmount(to.value, formats))
  const isWeight = /^\d{1,8}$/.test(to.grams)
  const zone = zones && zoneFor(zones, { country: iso, region: codeOf(to.state), postalCode: to.zipCode })
  return (
    <fieldset className="border-hairline border-t pt-6">
      <legend className="float-left mb-4 w-full text-lg">{t('What would a parcel cost?')}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2">
        <Select label={t('Parcel to')} {...field('country')}>
          {COUNTRIES}
        </Select>
        <Field label={t('State (optional)')} {...field('state')} />
        <Field label={t('Postal code (optional)')} {...field('zipCode')} />
        <Field
          label={t('Weight (g)')}
          inputMode="numeric"
          error={isWeight ? undefined : 'Enter a weight in grams'}
          {...field('grams')}
        />
        <Field
          label={t('Order value')}
          inputMode="decimal"
          error={subtotalCents === null ? 'Enter an amount' : undefined}
          {...field('value')}
        />
      </div>
      <div role="status" className="mt-4">
        {!zones && <p className="text-muted">{t('Complete the zones above to see the costs.')}</p>}
        {zones && !zone && <p>{shippingProblem(zones, to)?.message}</p>}
        {zone && isWeight && subtotalCents !== null && (
          <table className="w-full text-left">
            <caption className="pb-2 text-left text-muted text-sm">
              {t('Zone: {name}', { name: zone.name ?? '' })}
            </caption>
            <tbody>
              {shippingOptions(zone, {
                subtotalCents,
                weightGrams: Number(to.grams),
                shipsFree: false,
              }).map(({ method, cents }) => (
                <tr key={method.id} className="border-hairline border-t">
                  <th scope="row" className="py-2 font-normal">
                    {method.name}
                  </th>
                  <td className="py-2 text-right tabular-nums">
                    {cents === 0 ? t('Free') : formatCents(cents)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </fieldset>
  )
}

/** Regions are saved as codes, and are typed as names, too. */
const withRegionCodes = (
  zone: ShippingZone,
  country: string,
  codeOf: (region: string) => string,
): ShippingZone =>
  zone.regions && zone.countries?.includes(country) ? { ...zone, regions: zone.regions.map(codeOf) } : zone

const COUNTRIES = shippedCountries([{ countries: null, methods: [] }]).map((code) => (
  <option key={code} value={code}>
    {countryName(code)}
  </option>
))
