import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { SAVED_ADDRESSES_MAX } from '#contract/address-book/api.ts'
import { type ShippingInfo, shippingInfo, VAT_NUMBER_MESSAGES } from '#contract/checkout/shipping.ts'
import { t } from '#contract/language/language.ts'
import { useUser } from '../accounts/queries.ts'
import { type SavedAddress, useAddressBook, useSaveAddress } from '../address-book/queries.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { AUTH, CHECKOUT, HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Checkbox } from '../ui/field.tsx'
import { showErrorToast } from '../ui/toast-store.ts'
import { Trans } from '../ui/trans.tsx'
import { shippedCountriesQuery, useAddressResolver, useShippedCountries } from './address-formats.ts'
import { useCheckoutFields } from './checkout-fields.ts'
import type { TypedShipping } from './checkout-storage.ts'
import { findEntered, SavedAddressChoice } from './saved-address-choice.tsx'
import { type AddressFields, NO_ADDRESS, ShippingFields } from './shipping-fields.tsx'
import { ShippingMethods } from './shipping-methods.tsx'
import type { useCheckout } from './use-checkout.ts'
import { VatNumberField } from './vat-number.tsx'

type Checkout = ReturnType<typeof useCheckout>
type ShippingProblem = NonNullable<Checkout['notShipped']>
/** `onChange` is called when the address or the VAT number changes. */
type Props = { checkout: Checkout; onChange(): void }

/** Step 1. Saved on every key press, so nothing has to be entered twice. */
export function ShippingStep({ checkout, onChange, onDone }: Props & { onDone(): unknown }) {
  const { user } = useUser()
  const countries = useShippedCountries()
  const { typed, notShipped: problem } = checkout
  const onType = (now: TypedShipping) => {
    checkout.changeTyped(now)
    onChange()
  }
  const form = useShippingForm(typed, onType, problem)
  const [country, zipCode] = form.watch(['country', 'zipCode'])
  // If the shop no longer ships to a country, for example that of an earlier order, the country is shown with its
  // error.
  const listed = countries.includes(country) ? countries : [...countries, country]
  const { book, entered, canSave, save } = useSavedAddresses(typed)
  const [isToBeSaved, setIsToBeSaved] = useState(false)
  const fill = ({ address: { formatted: _formatted, phone, ...address } }: SavedAddress) => {
    const { email = '', phone: lastPhone = '' } = form.getValues()
    form.reset({ ...NO_ADDRESS, ...address, email, phone: phone || lastPhone })
  }
  const vatField = useRef<HTMLInputElement>(null)
  const isVatMissing = checkout.vat.isMissing && form.formState.isSubmitted
  const problems = Object.keys(form.formState.errors).length + (isVatMissing ? 1 : 0)
  const rejectPlace = ({ field, message }: ShippingProblem) =>
    form.setError(field, { message }, { shouldFocus: true })
  return (
    <section aria-labelledby="shipping">
      <h2 id="shipping" className="type-title">
        {t('Shipping Information')}
      </h2>
      {!user && (
        <p className="mt-2 text-muted">
          <Trans
            text="Check out as a guest, or <link>sign in</link> first. Your cart stays the same."
            parts={{
              link: (
                <Link
                  to={AUTH}
                  state={{ from: CHECKOUT }}
                  className="text-ink underline underline-offset-4"
                />
              ),
            }}
          />
        </p>
      )}
      <form
        noValidate
        className="mt-6"
        onSubmit={form.handleSubmit((info) => {
          if (problem) return rejectPlace(problem)
          if (checkout.vat.isMissing) return vatField.current?.focus()
          if (canSave && isToBeSaved) save(info)
          return onDone()
        })}
      >
        {problems > 0 && (
          <p role="alert" className="mb-4 warning">
            {problems === 1
              ? t('Please correct 1 field.')
              : t('Please correct {problems} fields.', { problems })}
          </p>
        )}
        {book.length > 0 && <SavedAddressChoice book={book} entered={entered} onChoose={fill} />}
        <ShippingFields form={form} countries={listed} />
        {canSave && (
          <div className="mt-6">
            <Checkbox
              label={t('Save this address to my account')}
              checked={isToBeSaved}
              onChange={({ target }) => setIsToBeSaved(target.checked)}
            />
          </div>
        )}
        {problem && problem.field !== 'country' && zipCode.length > 2 && (
          <p role="status" className="mt-6 warning text-sale">
            {problem.message}
          </p>
        )}
        <ShippingChoices
          checkout={checkout}
          onChange={onChange}
          vatField={vatField}
          isVatMissing={isVatMissing}
        />
        <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
          <ButtonLink look="outline" to={HOME}>
            {t('Back to Home')}
          </ButtonLink>
          <Button type="submit">{t('Continue to Payment')}</Button>
        </div>
      </form>
    </section>
  )
}

/** The customer's address book, and how to add the entered address to it. */
function useSavedAddresses(typed: TypedShipping) {
  const { data: book } = useAddressBook()
  const { mutate } = useSaveAddress()
  const entered = book && findEntered(book, typed)
  return {
    book: book ?? [],
    entered,
    canSave: book !== undefined && !entered && book.length < SAVED_ADDRESSES_MAX,
    save: ({ email: _email, ...address }: ShippingInfo) =>
      mutate(
        { address },
        { onError: (error) => showErrorToast('Address not saved', reasonOf(error, 'Please try again.')) },
      ),
  }
}

/** The shipping method, and the VAT number of a business. */
function ShippingChoices({
  checkout,
  onChange,
  vatField,
  isVatMissing,
}: Props & { vatField: RefObject<HTMLInputElement | null>; isVatMissing: boolean }) {
  const { quote, vat, vatId, methodId, changeMethod, changeVatId } = checkout
  const { methods = [], isEstimate, problem } = quote.data ?? {}
  const options = isEstimate ? [] : methods
  // The choice is shown immediately, and its total when it arrives.
  const chosen = options.some(({ id }) => id === methodId) ? methodId : quote.data?.methodId
  return (
    <>
      <ShippingMethods options={options} chosen={chosen ?? undefined} onChoose={changeMethod} />
      {problem?.code === 'taxes' && (
        <p role="status" className="mt-6 warning text-sale">
          {problem.message}
        </p>
      )}
      {vat.isOffered && (
        <VatNumberField
          ref={vatField}
          isRequired={vat.isRequired}
          value={vatId}
          check={vat.check}
          missing={isVatMissing ? VAT_NUMBER_MESSAGES.required : undefined}
          onChange={(now) => {
            changeVatId(now)
            onChange()
          }}
        />
      )}
    </>
  )
}

/** Returns the form of the address. It shows a country without shipping as an error immediately. */
function useShippingForm(
  typed: TypedShipping,
  onType: (typed: TypedShipping) => void,
  problem: ShippingProblem | null,
) {
  const { data: shipped } = useQuery(shippedCountriesQuery(useApi()))
  const fields = useCheckoutFields()
  const form = useForm<AddressFields, unknown, ShippingInfo>({
    resolver: useAddressResolver(
      (formatOf, isPhoneIn) => shippingInfo(formatOf, fields, isPhoneIn),
      shipped,
    ) as never,
    defaultValues: { ...NO_ADDRESS, ...typed },
  })
  const { watch, setError, clearErrors } = form
  const countryProblem = problem?.field === 'country' ? problem.message : null
  useEffect(() => {
    if (countryProblem) setError('country', { message: countryProblem })
    else clearErrors('country')
  }, [countryProblem, setError, clearErrors])
  const keep = useEffectEvent(onType)
  useEffect(() => {
    const { unsubscribe } = watch((now) => keep(now))
    return unsubscribe
  }, [watch])
  return form
}
