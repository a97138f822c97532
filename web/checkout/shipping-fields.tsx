import { memo, type ReactNode, useEffect, useEffectEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { AddressFormat } from '#contract/addresses/api.ts'
import { findRegionCode } from '#contract/addresses/regions.ts'
import { genericFormat, PLACE_FIELDS, specFormat, withArticle } from '#contract/addresses/rules.ts'
import { countryName, DEFAULT_COUNTRY } from '#contract/checkout/rules.ts'
import type { AddressToSave, BillingInfo, ShippingInfo } from '#contract/checkout/shipping.ts'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { Field, Select } from '../ui/field.tsx'
import { addressFormatQuery, shippedCountriesQuery } from './address-formats.ts'
import { optionalLabel, useCheckoutFields } from './checkout-fields.ts'

export type AddressFields = Record<keyof ShippingInfo, string>
type Form<Checked extends BillingInfo> = UseFormReturn<AddressFields, unknown, Checked>

export const NO_ADDRESS: AddressFields = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  company: '',
  address: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  country: DEFAULT_COUNTRY,
}

/** The fields of spec section 5, with autocomplete tokens. */
export function ShippingFields({ form, countries }: FieldsProps<ShippingInfo>) {
  const { phone } = useCheckoutFields()
  const field = fieldsOf(form)
  return (
    <div className="space-y-8">
      <Group title={t('Contact')}>
        <Field label={t('Email')} type="email" inputMode="email" {...field('email', 'email')} />
        {phone !== 'off' && (
          <Field
            label={optionalLabel('Phone', phone === 'required')}
            type="tel"
            inputMode="tel"
            {...field('phone', 'tel')}
          />
        )}
      </Group>
      <Group title={t('Recipient')}>
        <Field label={t('First name')} {...field('firstName', 'given-name')} />
        <Field label={t('Last name')} {...field('lastName', 'family-name')} />
        <CompanyField form={form} token="organization" canBeRequired />
      </Group>
      <Group title={t('Address')}>
        <PlaceFields form={form} countries={countries} section="shipping" />
      </Group>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-medium text-lg">{title}</legend>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

/** The billing fields. They have no email address or phone number, because an order has only one of each. */
export function BillingFields({ form, countries }: FieldsProps<BillingInfo>) {
  const field = fieldsOf(form)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('First name')} {...field('firstName', 'billing given-name')} />
      <Field label={t('Last name')} {...field('lastName', 'billing family-name')} />
      <CompanyField form={form} token="billing organization" />
      <PlaceFields form={form} countries={countries} section="billing" />
    </div>
  )
}

/** The fields of an address to save. */
export function RecipientFields({ form, countries }: FieldsProps<AddressToSave>) {
  const { phone } = useCheckoutFields()
  const field = fieldsOf(form)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label={t('First name')} {...field('firstName', 'given-name')} />
      <Field label={t('Last name')} {...field('lastName', 'family-name')} />
      <CompanyField form={form} token="organization" />
      <PlaceFields form={form} countries={countries} section="shipping" />
      {phone !== 'off' && (
        <div className="sm:col-span-2">
          <Field label={t('Phone (optional)')} type="tel" inputMode="tel" {...field('phone', 'tel')} />
        </div>
      )}
    </div>
  )
}

type CompanyProps<Checked extends BillingInfo> = {
  form: Form<Checked>
  token: string
  canBeRequired?: boolean
}

function CompanyField<Checked extends BillingInfo>({ form, token, canBeRequired }: CompanyProps<Checked>) {
  const { company } = useCheckoutFields()
  if (company === 'off') return null
  return (
    <div className="sm:col-span-2">
      <Field
        label={optionalLabel('Company', canBeRequired === true && company === 'required')}
        {...fieldsOf(form)('company', token)}
      />
    </div>
  )
}

type FieldsProps<Checked extends BillingInfo> = {
  form: Form<Checked>
  /** Countries to choose from, by the shop's codes. */
  countries: readonly string[]
}
type PlaceProps<Checked extends BillingInfo> = FieldsProps<Checked> & { section: 'shipping' | 'billing' }

const TOKENS = { city: 'address-level2', state: 'address-level1', zipCode: 'postal-code' } as const

/** Street, city, state, and postal code. */
const ROWS_WITH_STATE = 4

/** The fields of an address in its country. If the country determines the other fields, it comes first. */
function PlaceFields<Checked extends BillingInfo>({ form, countries, section }: PlaceProps<Checked>) {
  const field = fieldsOf(form)
  const country = form.watch('country')
  const format = useAddressFormat(form, country)
  const { data: shipped } = useQuery(shippedCountriesQuery(useApi()))
  // The specification's form has no second line, but a wallet may have entered one.
  const hasSecondLine =
    shipped?.hasZones || !specFormat(country) || Boolean(form.formState.defaultValues?.address2)
  const isCountryFirst = !countries.every((code) => specFormat(code))
  const choice = (
    <div className="sm:col-span-2">
      <Country form={form} countries={countries} section={section} />
    </div>
  )
  // A state and its postal code share a row.
  const isCityAlone = format.fields.length === ROWS_WITH_STATE
  return (
    <>
      {isCountryFirst && choice}
      {format.fields.map(({ name, label, areas, isTyped, min }) => {
        const shown = min === 0 ? `${label} (optional)` : label
        if (name === 'address')
          return (
            <div key={name} className="space-y-4 sm:col-span-2">
              <Field label={label} {...field(name, `${section} address-line1`)} />
              {hasSecondLine && (
                <Field
                  label={t('Apartment, suite, etc. (optional)')}
                  {...field('address2', `${section} address-line2`)}
                />
              )}
            </div>
          )
        const shared = field(name, `${section} ${TOKENS[name]}`)
        if (!areas || isTyped)
          return (
            <div key={name} className={name === 'city' && isCityAlone ? 'sm:col-span-2' : ''}>
              <Field label={shown} {...shared} />
            </div>
          )
        return (
          <Select key={name} label={shown} defaultValue={form.getValues(name)} {...shared}>
            <option value="">{t('Select {label}', { label: withArticle(label) })}</option>
            {areas.map(([code, text]) => (
              <option key={code} value={code}>
                {text}
              </option>
            ))}
          </Select>
        )
      })}
      {!isCountryFirst && choice}
    </>
  )
}

/** Returns the country's address format, or the previous format while it is loading. */
function useAddressFormat<Checked extends BillingInfo>(form: Form<Checked>, country: string): AddressFormat {
  const { data } = useQuery({
    ...addressFormatQuery(useApi(), country),
    placeholderData: (previous: AddressFormat | undefined) => specFormat(country) ?? previous,
  })
  // The state may be invalid in the new country.
  const check = useEffectEvent((format: AddressFormat) => {
    const { areas, isTyped } = format.fields.find(({ name }) => name === 'state') ?? {}
    if (!areas || isTyped) return
    const typed = form.getValues('state')
    const code = findRegionCode(format.country, areas, typed) ?? ''
    if (code !== typed) form.setValue('state', code)
  })
  useEffect(() => {
    if (data) check(data)
  }, [data])
  return data ?? genericFormat(country)
}

function Country<Checked extends BillingInfo>({ form, countries, section }: PlaceProps<Checked>) {
  const { register, clearErrors, formState } = form
  return (
    <Select
      label={t('Country')}
      // Without it, the form could treat the first option as the shopper's choice.
      defaultValue={form.getValues('country')}
      autoComplete={`${section} country`}
      error={formState.errors.country?.message}
      {...register('country', { onChange: () => clearErrors([...PLACE_FIELDS]) })}
    >
      <CountryOptions countries={countries} />
    </Select>
  )
}

/** Up to 250 countries, which React skips while a shopper types. */
const CountryOptions = memo(({ countries }: { countries: readonly string[] }) =>
  countries.map((code) => (
    <option key={code} value={code}>
      {countryName(code)}
    </option>
  )),
)

function fieldsOf<Checked extends BillingInfo>({ register, formState: { errors } }: Form<Checked>) {
  return (name: keyof AddressFields, autoComplete: string) => ({
    ...register(name),
    autoComplete,
    error: errors[name]?.message,
  })
}
