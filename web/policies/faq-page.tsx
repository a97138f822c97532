import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { PROCESSING_DAYS, RETURN_DAYS } from '#contract/policies.ts'
import { FAQ, FORGOT_PASSWORD, ORDER_TRACKING, PRIVACY, RETURNS, SHIPPING } from '../platform/addresses.ts'
import { ContactLink, ShippingRate, TextPage } from './text-page.tsx'

const QUESTIONS: [question: string, answer: ReactNode][] = [
  [
    'Do I need an account to order?',
    'No. With one you also keep favorites, write reviews and see all your orders.',
  ],
  [
    'What does shipping cost?',
    <>
      <ShippingRate /> for the whole order, or nothing when everything in your cart ships free. More under{' '}
      <Link to={SHIPPING}>Shipping</Link>.
    </>,
  ],
  [
    'When is my order shipped?',
    `Orders are processed in ${PROCESSING_DAYS} business days. We write to you when it leaves.`,
  ],
  [
    'Where is my order?',
    <>
      <Link to={ORDER_TRACKING}>Track it</Link> with the order ID from our confirmation email and your email
      address.
    </>,
  ],
  [
    'Can I cancel or send something back?',
    <>
      Cancel until it is shipped; send back within {RETURN_DAYS} days of delivery.{' '}
      <Link to={RETURNS}>Returns</Link> says how.
    </>,
  ],
  [
    'How can I pay?',
    'By card. Payments are made by Stripe: we never see your card number, and no cards are saved.',
  ],
  [
    'What does ‘Only 3 left’ mean?',
    'Just that: we have three to sell. While you pay, we hold what you buy, so that nobody else can get it.',
  ],
  [
    'Who writes the reviews?',
    'Customers who are signed in, one for each product. Stars are shown only where there are real reviews.',
  ],
  [
    'I forgot my password.',
    <>
      <Link to={FORGOT_PASSWORD}>Ask for a link</Link> with which you choose a new one.
    </>,
  ],
  [
    'How do I unsubscribe from the newsletter?',
    'By the link at the end of every newsletter. We then delete your address.',
  ],
  [
    'How do I delete my account?',
    <>
      In your profile, under ‘Your data’. The <Link to={PRIVACY}>Privacy Policy</Link> says what is erased.
    </>,
  ],
]

export function FaqPage() {
  return (
    <TextPage
      title="Frequently Asked Questions"
      description="Short answers about ordering, shipping, returns, payment, reviews and accounts."
      address={FAQ}
    >
      {QUESTIONS.map(([question, answer]) => (
        <Fragment key={question}>
          <h2>{question}</h2>
          <p>{answer}</p>
        </Fragment>
      ))}
      <p>
        Is your question not here? Please <ContactLink />.
      </p>
    </TextPage>
  )
}
