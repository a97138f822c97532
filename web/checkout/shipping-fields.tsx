import type { UseFormReturn } from 'react-hook-form'
import { COUNTRIES, DEFAULT_COUNTRY, isState, US_STATES } from '#contract/checkout/rules.ts'
import type { BillingInfo, ShippingInfo } from '#contract/checkout/shipping.ts'
import { Field, Select } from '../ui/field.tsx'

export type AddressFields = Record<keyof ShippingInfo, string>
type Form<Checked extends BillingInfo> = UseFormReturn<AddressFields, unknown, Checked>

export const NO_ADDRESS: AddressFields = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  zipCode: '',
  country: DEFAULT_COUNTRY,
}

/** The fields of spec section 5, with autocomplete tokens. */
export function ShippingFields({ form }: { form: Form<ShippingInfo> }) {
  const field = fieldsOf(form)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First name" {...field('firstName', 'given-name')} />
      <Field label="Last name" {...field('lastName', 'family-name')} />
      <Field label="Email" type="email" inputMode="email" {...field('email', 'email')} />
      <Field label="Phone" type="tel" inputMode="tel" {...field('phone', 'tel')} />
      <PlaceFields form={form} section="shipping" />
    </div>
  )
}

/** The billing fields: no email address or phone number, which an order has only once. */
export function BillingFields({ form }: { form: Form<BillingInfo> }) {
  const field = fieldsOf(form)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First name" {...field('firstName', 'billing given-name')} />
      <Field label="Last name" {...field('lastName', 'billing family-name')} />
      <PlaceFields form={form} section="billing" />
    </div>
  )
}

type PlaceProps<Checked extends BillingInfo> = { form: Form<Checked>; section: 'shipping' | 'billing' }

function PlaceFields<Checked extends BillingInfo>({ form, section }: PlaceProps<Checked>) {
  const field = fieldsOf(form)
  return (
    <>
      <div className="sm:col-span-2">
        <Field label="Address" {...field('address', `${section} street-address`)} />
      </div>
      <Field label="City" {...field('city', `${section} address-level2`)} />
      <State form={form} section={section} />
      <Field label="Zip code" {...field('zipCode', `${section} postal-code`)} />
      <Country form={form} section={section} />
    </>
  )
}

/** A select in the United States, a text field elsewhere (contract section 0). */
function State<Checked extends BillingInfo>({ form, section }: PlaceProps<Checked>) {
  const shared = fieldsOf(form)('state', `${section} address-level1`)
  if (form.watch('country') !== 'US') return <Field label="State, province, or region" {...shared} />
  return (
    <Select label="State" {...shared}>
      <option value="">Select a state</option>
      {US_STATES.map(([code, name]) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function Country<Checked extends BillingInfo>({ form, section }: PlaceProps<Checked>) {
  const { register, getValues, setValue, formState } = form
  // The state may be invalid in the new country.
  const onChange = () => {
    const { country, state } = getValues()
    if (!isState(country, state)) setValue('state', '')
  }
  return (
    <Select
      label="Country"
      autoComplete={`${section} country`}
      error={formState.errors.country?.message}
      {...register('country', { onChange })}
    >
      {COUNTRIES.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  )
}

function fieldsOf<Checked extends BillingInfo>({ register, formState: { errors } }: Form<Checked>) {
  return (name: keyof AddressFields, autoComplete: string) => ({
    ...register(name),
    autoComplete,
    error: errors[name]?.message,
  })
}
