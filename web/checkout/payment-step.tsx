import { Elements } from '@stripe/react-stripe-js'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'
import { Spinner } from '../ui/spinner.tsx'
import { CardForm } from './card-form.tsx'
import { keepClientSecret } from './kept.ts'
import { type Ready, type Refusal, type Screen, tellNotReady, usePreparePayment } from './queries.ts'
import { openStripe } from './stripe.ts'

/** Step 2: the card provider's form, once the payment of what is on the screen is prepared. */
export function PaymentStep({
  screen,
  onRefused,
  onBack,
}: {
  screen: Screen
  onRefused(refusal: Refusal): void
  onBack(): void
}) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const [ready, setReady] = useState<Ready | null>(null)
  const { mutateAsync: prepare } = usePreparePayment(onRefused)
  const keepReady = (next: Ready) => {
    keepClientSecret(next.clientSecret)
    setReady(next)
  }
  const heading = useRef<HTMLHeadingElement>(null)
  // When the step is entered, and again before the card is charged; not each time that something is drawn.
  const enter = useRef(() => prepare(screen).then(keepReady, () => undefined))
  useEffect(() => {
    void enter.current()
    heading.current?.focus()
  }, [])
  const back = useRef(onBack)
  back.current = onBack
  useEffect(() => {
    if (!ready || !shop) return
    let isHere = true
    void openStripe(ready.publishableKey, shop.sandboxUrl).then((stripe) => {
      if (stripe || !isHere) return
      tellNotReady()
      back.current()
    })
    return () => {
      isHere = false
    }
  }, [ready, shop])
  return (
    <section aria-labelledby="payment">
      <h2 id="payment" ref={heading} tabIndex={-1} className="text-3xl outline-none">
        Payment Information
      </h2>
      <p className="mt-2 text-muted">All transactions are secure and encrypted</p>
      {shop?.demo && (
        <p className="mt-4 rounded-card border border-hairline bg-surface p-3 text-sm">
          Demo mode – no card is charged. Pay with{' '}
          <span className="whitespace-nowrap">4242 4242 4242 4242</span>, any future date and any code.
        </p>
      )}
      <div className="mt-6">
        {ready && shop ? (
          <Elements
            key={ready.clientSecret}
            stripe={openStripe(ready.publishableKey, shop.sandboxUrl)}
            options={{ clientSecret: ready.clientSecret, appearance: { theme: 'night' }, locale: 'en' }}
          >
            <CardForm
              ready={ready}
              shippingInfo={screen.shippingInfo}
              onBack={onBack}
              prepareAgain={async () => {
                const again = await prepare(screen)
                if (again.clientSecret !== ready.clientSecret) keepReady(again)
                return again
              }}
            />
          </Elements>
        ) : (
          <Spinner>Preparing payment form...</Spinner>
        )}
      </div>
    </section>
  )
}
