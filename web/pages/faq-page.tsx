import { Fragment, type ReactNode } from 'react'
import { processingText } from '#contract/policies.ts'
import { useApi } from '../platform/api.ts'
import { FORGOT_PASSWORD, ORDER_TRACKING, SHIPPING } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery, useLook } from '../settings/shop-info.tsx'
import { Trans } from '../ui/trans.tsx'
import { PRIVACY, RETURNS } from './paths.ts'
import type { OriginalPage } from './text-page.tsx'
import { ContactLink, ReturnDays, ShippingRate } from './text-values.tsx'

const QUESTIONS: [question: string, answer: ReactNode][] = [
  ['Do I need an account to order?', <AccountNeed key="account" />],
  [
    'What does shipping cost?',
    <>
      <ShippingRate isFirst /> for the whole order, or nothing if everything in your cart ships free. See{' '}
      <Link to={SHIPPING}>Shipping</Link>.
    </>,
  ],
  ['When will my order ship?', <ShipTime key="ships" />],
  [
    'Where is my order?',
    <>
      <Link to={ORDER_TRACKING}>Track it</Link> with the order ID from our confirmation email and your email
      address.
    </>,
  ],
  [
    'Can I cancel or return an order?',
    <>
      You can cancel an order until it ships, and return items within <ReturnDays /> days of delivery. See{' '}
      <Link to={RETURNS}>Returns</Link>.
    </>,
  ],
  [
    'How can I pay?',
    'By card. Stripe processes all payments. We never see your card number, and we don’t save cards.',
  ],
  [
    'What does “Only 3 left” mean?',
    'We have three in stock. While you pay, we reserve your items so no one else can buy them.',
  ],
  [
    'Who writes the reviews?',
    'Signed-in customers, who can write one review per product. We show stars only for products with real reviews.',
  ],
  [
    'What if I forgot my password?',
    <>
      <Link to={FORGOT_PASSWORD}>Request a link</Link> to choose a new one.
    </>,
  ],
  [
    'How do I unsubscribe from the newsletter?',
    'Use the link at the bottom of any newsletter. We’ll also delete your email address.',
  ],
  [
    'How do I delete my account?',
    <>
      In your profile, under “Your data”. Our <Link to={PRIVACY}>Privacy Policy</Link> explains what we
      delete.
    </>,
  ],
]

export const FAQ_PAGE: OriginalPage = {
  name: 'faq',
  description: 'Short answers about ordering, shipping, returns, payment, reviews, and accounts.',
  crop: '40% 80%',
  Text: FaqText,
}

/** One string, because React separates two with a comment. */
function ShipTime() {
  return `${processingText(useLook()?.shipsWithin).join('')} We’ll email you when yours ships.`
}

function AccountNeed() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return shop?.needsAccount
    ? 'Yes. You can create one at checkout, and with it save favorites, write reviews, and see all your orders.'
    : 'No. With an account, you can also save favorites, write reviews, and see all your orders.'
}

function FaqText() {
  return (
    <>
      {QUESTIONS.map(([question, response]) => (
        <Fragment key={question}>
          <h2>{question}</h2>
          <p>{response}</p>
        </Fragment>
      ))}
      <p>
        <Trans
          text="Didn’t find your answer? Please <contactLink/>."
          parts={{ contactLink: <ContactLink /> }}
        />
      </p>
    </>
  )
}
