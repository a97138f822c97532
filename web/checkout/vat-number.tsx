import type { Ref } from 'react'
import { VAT_NUMBER_MESSAGES } from '#contract/checkout/shipping.ts'
import { t } from '#contract/language/language.ts'
import { countryOfVatId } from '#contract/pricing/eu.ts'
import { ApiError, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { optionalLabel } from './checkout-fields.ts'

const PAUSE_MS = 800
/** The shop queries VIES again after this time. */
const RETRY_MS = 60_000

/**
 * The result of a VAT number's check.
 * @property country the country of a number that counts for the tax
 */
export type VatCheck = { country?: string | undefined; retry(): void } & (
  | { state: 'none' | 'waiting' | 'verified'; message?: string }
  | { state: 'accepted' | 'unavailable' | 'rejected'; message: string }
)

/** Has a VAT number checked once the shopper pauses, or immediately for the payment. */
export function useVatCheck(vatId: string, isPaying: boolean): VatCheck {
  const api = useApi()
  const typed = vatId.trim()
  const isSettled = useDebounced(typed, PAUSE_MS) === typed || isPaying
  const isTyped = countryOfVatId(typed) !== undefined && typed.length > 3
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...keys.checkout, 'vat-number', typed],
    queryFn: () => api.call('POST /api/checkout/vat-number', { vatId: typed }),
    enabled: isTyped && isSettled,
    networkMode: 'always',
    staleTime: ({ state }) => (state.data?.state === 'verified' ? Number.POSITIVE_INFINITY : RETRY_MS),
  })
  const retry = () => void refetch()
  if (!isTyped) return { state: 'none', retry }
  if (data?.state === 'verified')
    return { state: 'verified', country: data.country, message: verified(data.name), retry }
  if (data?.isAccepted)
    return { state: 'accepted', country: data.country, message: VAT_NUMBER_MESSAGES.accepted, retry }
  if (isFetching || (!data && !error))
    return { state: 'waiting', message: t('Checking this number...'), retry }
  if (data) return { state: 'unavailable', message: VAT_NUMBER_MESSAGES.unavailable, retry }
  const message = error instanceof ApiError ? error.serverMessage : null
  return { state: 'rejected', message: message ?? VAT_NUMBER_MESSAGES.unavailable, retry }
}

const verified = (name: string | null) => `Verified by VIES${name ? `: ${name}` : ''}`

type FieldProps = {
  ref: Ref<HTMLInputElement>
  isRequired: boolean
  value: string
  check: VatCheck
  /** The error of a required field that is empty. */
  missing: string | undefined
  onChange(vatId: string): void
}

export function VatNumberField({ ref, isRequired, value, check, missing, onChange }: FieldProps) {
  return (
    <div className="mt-6">
      <Field
        ref={ref}
        label={optionalLabel('VAT number', isRequired)}
        hint={t(
          'For businesses: with the VAT number of another EU country, you pay no VAT here and account for it yourself.',
        )}
        autoComplete="off"
        maxLength={30}
        value={value}
        error={check.state === 'rejected' ? check.message : missing}
        onChange={({ target }) => onChange(target.value)}
      />
      <div role="status" className="mt-1 text-sm">
        {check.state !== 'rejected' && check.state !== 'unavailable' && check.message}
      </div>
      <UnverifiedNumber check={check} />
    </div>
  )
}

/** Says why the order includes VAT although the shopper entered a number. */
export function UnverifiedNumber({ check }: { check: VatCheck }) {
  return (
    <div role="status">
      {check.state === 'unavailable' && (
        <div className="mb-4 warning">
          <p>{check.message}</p>
          <Button look="outline" className="mt-3" onClick={check.retry}>
            {t('Check again')}
          </Button>
        </div>
      )}
    </div>
  )
}
