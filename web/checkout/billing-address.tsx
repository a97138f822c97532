import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import type { CheckoutFields } from '#contract/checkout/fields.ts'
import { type BillingInfo, billingInfo, type FormatOf } from '#contract/checkout/shipping.ts'
import { t } from '#contract/language/language.ts'
import { Checkbox } from '../ui/field.tsx'
import { billingCountries, useAddressResolver, useShippedCountries } from './address-formats.ts'
import { useCheckoutFields } from './checkout-fields.ts'
import type { TypedBilling } from './checkout-storage.ts'
import { type AddressFields, BillingFields, NO_ADDRESS } from './shipping-fields.tsx'

/** A billing address and its change handler. Saved on every key press, so nothing has to be entered twice. */
export type BillingChoice = { typed: TypedBilling; onType(typed: TypedBilling): void }

/** Returns the billing address to send, or null if it is the same as the shipping address or incomplete. */
export function billingOf(
  { isSame, address }: TypedBilling,
  formatOf: FormatOf,
  fields: CheckoutFields,
): BillingInfo | null {
  return isSame ? null : (billingInfo(formatOf, fields).safeParse(address).data ?? null)
}

export function useBillingAddress({ typed, onType }: BillingChoice) {
  const fields = useCheckoutFields()
  const form = useForm<AddressFields, unknown, BillingInfo>({
    resolver: useAddressResolver((formatOf) => billingInfo(formatOf, fields)) as never,
    defaultValues: { ...NO_ADDRESS, ...typed.address },
  })
  const { watch, trigger } = form
  const keep = useEffectEvent(onType)
  useEffect(() => {
    const { unsubscribe } = watch(({ email, phone, ...address }) => keep({ isSame: false, address }))
    return unsubscribe
  }, [watch])
  return {
    form,
    isSame: typed.isSame,
    setSame: (isSame: boolean) => onType({ ...typed, isSame }),
    /** Shows errors and focuses the first one. */
    check: async () => typed.isSame || trigger(undefined, { shouldFocus: true }),
  }
}

/** The bank compares it with the address on file, which differs from the shipping address if the order is a gift. */
export function BillingAddress({ form, isSame, setSame }: ReturnType<typeof useBillingAddress>) {
  const countries = useShippedCountries()
  const problems = isSame ? 0 : Object.keys(form.formState.errors).length
  return (
    <fieldset className="mt-6">
      <legend className="sr-only">{t('Billing address')}</legend>
      <Checkbox
        label={t('Billing address is the same')}
        checked={isSame}
        onChange={(event) => setSame(event.target.checked)}
      />
      {!isSame && (
        <div className="mt-3">
          {problems > 0 && (
            <p role="alert" className="mb-4 warning">
              Please correct {problems === 1 ? '1 field' : t('{problems} fields', { problems })} in the
              billing address.
            </p>
          )}
          <BillingFields form={form} countries={billingCountries(countries)} />
        </div>
      )}
    </fieldset>
  )
}
