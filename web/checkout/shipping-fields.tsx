import type { UseFormReturn } from 'react-hook-form'
import { COUNTRIES, isState, US_STATES } from '#contract/checkout-rules.ts'
import type { ShippingInfo } from '#contract/shipping.ts'
import { Field, Select } from '../ui/field.tsx'

type Form = UseFormReturn<Record<keyof ShippingInfo, string>, unknown, ShippingInfo>

/** The fields of spec section 5, with the words by which browsers fill them in. */
export function ShippingFields({ form }: { form: Form }) {
  const { register, formState } = form
  const { errors } = formState
  const field = (name: keyof ShippingInfo, autoComplete: string) => ({
    ...register(name),
    autoComplete,
    error: errors[name]?.message,
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="First name" {...field('firstName', 'given-name')} />
      <Field label="Last name" {...field('lastName', 'family-name')} />
      <Field label="Email" type="email" inputMode="email" {...field('email', 'email')} />
      <Field label="Phone" type="tel" inputMode="tel" {...field('phone', 'tel')} />
      <div className="sm:col-span-2">
        <Field label="Address" {...field('address', 'shipping street-address')} />
      </div>
      <Field label="City" {...field('city', 'shipping address-level2')} />
      <State form={form} />
      <Field label="Zip code" {...field('zipCode', 'shipping postal-code')} />
      <Country form={form} />
    </div>
  )
}

/** A list in the United States, a text elsewhere (contract section 0). */
function State({ form: { register, watch, formState } }: { form: Form }) {
  const error = formState.errors.state?.message
  const shared = { autoComplete: 'shipping address-level1', error, ...register('state') }
  if (watch('country') !== 'US') return <Field label="State, province or region" {...shared} />
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

function Country({ form: { register, getValues, setValue, formState } }: { form: Form }) {
  // What was a state in one country is none in another.
  const onChange = () => {
    const { country, state } = getValues()
    if (!isState(country, state)) setValue('state', '')
  }
  return (
    <Select
      label="Country"
      autoComplete="shipping country"
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
