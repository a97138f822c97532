import sansFont from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url&no-inline'
import { Elements } from '@stripe/react-stripe-js'
import type { StripeElementsOptionsClientSecret } from '@stripe/stripe-js'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { AddressFormat } from '#contract/addresses/api.ts'
import { specFormat } from '#contract/addresses/rules.ts'
import type { QuotedMethod } from '#contract/checkout/quote-api.ts'
import { countryName } from '#contract/checkout/rules.ts'
import type { ShippingInfo } from '#contract/checkout/shipping.ts'
import { t } from '#contract/language/language.ts'
import { type ResponseOf, useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Trans } from '../ui/trans.tsx'
import { addressFormatQuery } from './address-formats.ts'
import type { BillingChoice } from './billing-address.tsx'
import { CardForm, type Problem } from './card-form.tsx'
import { saveClientSecret } from './checkout-storage.ts'
import {
  type Ready,
  type Rejection,
  type ShownCheckout,
  showPaymentSetupError,
  usePreparePayment,
} from './queries.ts'
import { openStripe } from './stripe.ts'

type Props = {
  screen: ShownCheckout
  /** The chosen shipping method. */
  method: QuotedMethod | undefined
  billing: BillingChoice
  onRejected(rejection: Rejection): void
  onBack(): void
}

/** Step 2: the payment provider's form. Shown once the payment for the data on the screen is prepared. */
export function PaymentStep({ screen, method, billing, onRejected, onBack }: Props) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const [ready, setReady] = useState<Ready | null>(null)
  const { mutateAsync: prepare } = usePreparePayment(onRejected)
  const saveReady = (next: Ready) => {
    saveClientSecret(next.clientSecret)
    setReady(next)
  }
  const [look] = useState(() => cardFormAppearance(shop?.look?.fonts?.text))
  const [problem, setProblem] = useState<Problem | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // Prepared when the step opens and again before the card is charged, but not when the screen changes in between.
  const enter = useEffectEvent(() => prepare(screen).then(saveReady, () => undefined))
  useEffect(() => {
    void enter()
    heading.current?.focus()
  }, [])
  const reject = (message?: string) => onRejected({ kind: 'other', message: showPaymentSetupError(message) })
  const stripe = useStripePromise(ready, shop, reject)
  return (
    <section aria-labelledby="payment">
      <h2 id="payment" ref={heading} tabIndex={-1} className="type-title outline-none">
        {t('Payment Information')}
      </h2>
      <p className="mt-2 text-muted">{t('All transactions are secure and encrypted')}</p>
      <SentTo screen={screen} method={method} onBack={onBack} />
      {shop?.demo && (
        <p className="mt-4 text-sm">
          <Trans
            text="Demo mode – no card is charged. Pay with <span>4242 4242 4242 4242</span>, any future date and any code."
            parts={{ span: <span className="whitespace-nowrap" /> }}
          />
        </p>
      )}
      <div className="mt-6">
        {ready && shop ? (
          <Elements
            key={ready.clientSecret}
            stripe={stripe}
            options={{ clientSecret: ready.clientSecret, ...look, locale: 'en' }}
          >
            <CardForm
              ready={ready}
              addresses={screen}
              amount={screen.amount}
              billing={billing}
              problem={problem}
              onProblem={setProblem}
              onBack={onBack}
              onUnavailable={reject}
              prepareAgain={async () => {
                const again = await prepare(screen)
                if (again.clientSecret !== ready.clientSecret) saveReady(again)
                return again
              }}
            />
          </Elements>
        ) : (
          <Spinner>{t('Preparing payment form...')}</Spinner>
        )}
      </div>
    </section>
  )
}

/** Returns what follows the street, in the order of the country, which is named unless it is one of the specification's. */
function placeParts(
  { city, state, zipCode, country }: ShippingInfo,
  format: AddressFormat | undefined,
): string[] {
  if (specFormat(country)) return [city, `${state} ${zipCode}`.trim()]
  const names = format?.fields.map(({ name }) => name) ?? []
  const isCodeFirst = names.indexOf('zipCode') < names.indexOf('city')
  const town = isCodeFirst ? `${zipCode} ${city}`.trim() : [city, zipCode].filter(Boolean).join(', ')
  return [town, state, countryName(country)]
}

/** The contact and the destination from the previous step, with links back. */
function SentTo({ screen: { shippingInfo }, method, onBack }: Pick<Props, 'screen' | 'method' | 'onBack'>) {
  const { email, phone, firstName, lastName, company, address } = shippingInfo
  const { data: format } = useQuery(addressFormatQuery(useApi(), shippingInfo.country))
  const pickup = method?.pickupAddress
    ? { name: 'Pick up at', value: `${method.name}, ${method.pickupAddress}` }
    : null
  const rows = [
    { name: 'Contact', value: [email, phone].filter(Boolean).join(', ') },
    pickup ?? {
      name: 'Ship to',
      value: [`${firstName} ${lastName}`, company, address, ...placeParts(shippingInfo, format)]
        .filter(Boolean)
        .join(', '),
    },
  ]
  return (
    <dl className="mt-6 divide-y divide-hairline border-hairline border-y">
      {rows.map(({ name, value }) => (
        <div key={name} className="flex items-baseline gap-4 py-2">
          <dt className="w-20 shrink-0 text-muted text-sm">{name}</dt>
          <dd className="wrap-anywhere min-w-0 grow">{value}</dd>
          <dd className="shrink-0">
            <button
              type="button"
              aria-label={t('Change {toLowerCase}', { toLowerCase: name.toLowerCase() })}
              className="min-h-11 underline underline-offset-4 hover:text-accent"
              onClick={onBack}
            >
              {t('Change')}
            </button>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Returns the loading script of the provider, or null until the payment is prepared. */
function useStripePromise(
  ready: Ready | null,
  shop: ResponseOf<'GET /api/shop'> | undefined,
  onUnavailable: () => void,
) {
  // Memoized, because the form accepts only one promise. A failed promise isn't cached, so calling again would return
  // another one.
  const stripe = useMemo(
    () => (ready && shop ? openStripe(ready.publishableKey, shop.sandboxUrl) : null),
    [ready, shop],
  )
  const rejectUnavailable = useEffectEvent(onUnavailable)
  useEffect(() => {
    let isHere = true
    void stripe?.then((stripe) => {
      if (!stripe && isHere) rejectUnavailable()
    })
    return () => {
      isHere = false
    }
  }, [stripe])
  return stripe
}

/**
 * Returns the provider's dark theme (spec section 2) in the warm grays of web/theme.css, on `.card-panel`, because the
 * provider's frame can't read our CSS variables.
 */
function cardFormAppearance(
  { family, url } = { family: 'Instrument Sans', url: sansFont },
): Pick<StripeElementsOptionsClientSecret, 'appearance' | 'fonts'> {
  return {
    appearance: {
      theme: 'night',
      variables: {
        colorPrimary: '#d3a27a',
        colorBackground: '#1d1a17',
        colorText: '#f3eee6',
        colorTextSecondary: '#c9c2b7',
        colorTextPlaceholder: '#a79f93',
        colorDanger: '#ef8a6a',
        borderRadius: '10px',
        fontFamily: `"${family}", sans-serif`,
        fontSizeBase: '16px',
      },
      rules: { '.Input': { borderColor: '#7d7468', boxShadow: 'none' } },
    },
    fonts: [
      { family, src: `url(${new URL(url, window.location.href)})`, weight: '400 700', display: 'swap' },
    ],
  }
}
