import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'
import { type FormEvent, StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

/** A minimal shop with a card form and a button. Its state is in its URL. */
const wishes = new URLSearchParams(window.location.search)
const theme = wishes.get('theme') === 'night' ? 'night' : 'stripe'
const stripe = loadStripe(wishes.get('key') ?? '')
document.body.style.background = theme === 'night' ? '#14120f' : '#ffffff'
document.body.style.color = theme === 'night' ? '#f3eee6' : '#1d1a16'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <Elements
      stripe={stripe}
      options={{ clientSecret: wishes.get('secret') ?? '', appearance: { theme }, locale: 'en' }}
    >
      <CardForm />
    </Elements>
  </StrictMode>,
)

function CardForm() {
  const stripe = useStripe()
  const elements = useElements()
  const [isReady, setReady] = useState(false)
  const [isComplete, setComplete] = useState(false)
  const [message, setMessage] = useState('')

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements) return
    setMessage('Paying …')
    const confirmParams = { return_url: `${window.location.origin}/thanks?order=7` }
    const { error, paymentIntent } = await (wishes.get('redirect') === 'always'
      ? stripe
          .confirmPayment({ elements, confirmParams })
          .then(({ error }) => ({ error, paymentIntent: null }))
      : stripe.confirmPayment({ elements, confirmParams, redirect: 'if_required' }))
    setMessage(error ? `${error.code}: ${error.message}` : `Payment ${paymentIntent?.status}`)
  }

  return (
    <form onSubmit={pay}>
      <PaymentElement
        onReady={() => setReady(true)}
        onChange={({ complete }) => setComplete(complete)}
        onLoadError={({ error }) => setMessage(`The form did not load: ${error.message}`)}
      />
      <button type="submit" disabled={!isReady}>
        Pay
      </button>
      <p>{isComplete ? 'Complete' : 'Incomplete'}</p>
      <p role="status">{message}</p>
    </form>
  )
}
