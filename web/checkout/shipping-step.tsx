import { useEffect, useEffectEvent } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { type ShippingInfo, shippingInfo } from '#contract/checkout/shipping.ts'
import { useUser } from '../accounts/queries.ts'
import { AUTH, CHECKOUT, HOME } from '../platform/paths.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { SHIPS_TO, useAddressResolver } from './address-formats.ts'
import type { TypedShipping } from './checkout-storage.ts'
import { type AddressFields, NO_ADDRESS, ShippingFields } from './shipping-fields.tsx'

/** Step 1. Every key press is saved, so nothing must be typed twice. */
export function ShippingStep({
  typed,
  onType,
  onDone,
}: {
  typed: TypedShipping
  onType(typed: TypedShipping): void
  onDone(): unknown
}) {
  const { user } = useUser()
  const form = useForm<AddressFields, unknown, ShippingInfo>({
    resolver: useAddressResolver(shippingInfo) as never,
    defaultValues: { ...NO_ADDRESS, ...typed },
  })
  const { watch, formState } = form
  const problems = Object.keys(formState.errors).length
  const keep = useEffectEvent(onType)
  useEffect(() => {
    const { unsubscribe } = watch((now) => keep(now))
    return unsubscribe
  }, [watch])
  return (
    <section aria-labelledby="shipping">
      <h2 id="shipping" className="text-3xl">
        Shipping Information
      </h2>
      {!user && (
        <p className="mt-2 text-muted">
          Check out as a guest, or{' '}
          <Link to={AUTH} state={{ from: CHECKOUT }} className="text-ink underline underline-offset-4">
            sign in
          </Link>{' '}
          first. Your cart stays the same.
        </p>
      )}
      <form noValidate className="mt-6" onSubmit={form.handleSubmit(() => onDone())}>
        {problems > 0 && (
          <p role="alert" className="mb-4 rounded-card border border-sale bg-surface p-4">
            {problems === 1 ? 'Please correct 1 field.' : `Please correct ${problems} fields.`}
          </p>
        )}
        <ShippingFields form={form} countries={SHIPS_TO} />
        <div className="mt-8 flex flex-col-reverse gap-3 sm:flex-row sm:justify-between">
          <ButtonLink look="outline" to={HOME}>
            Back to Home
          </ButtonLink>
          <Button type="submit">Continue to Payment</Button>
        </div>
      </form>
    </section>
  )
}
