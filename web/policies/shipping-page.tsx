import { Link } from 'react-router'
import { COUNTRIES } from '#contract/checkout/rules.ts'
import { PROCESSING_DAYS } from '#contract/policies.ts'
import { ORDER_TRACKING, RETURNS, SHIPPING } from '../platform/addresses.ts'
import { TextPage } from './text-page.tsx'
import { ContactLink, ShippingRate } from './words.tsx'

const LIST = new Intl.ListFormat('en-GB')

export function ShippingPage() {
  return (
    <TextPage
      title="Shipping"
      description="What shipping costs, where we ship to, how long it takes and how you follow your parcel."
      address={SHIPPING}
    >
      <h2>What it costs</h2>
      <p>
        <ShippingRate /> for the whole order, however many products are in it. When everything in your cart
        says ‘Free Shipping’, it costs nothing. You see the sum in the cart and again before you pay.
      </p>
      <h2>Where we ship to</h2>
      <p>{LIST.format(COUNTRIES.map(({ name }) => name))}.</p>
      <h2>How long it takes</h2>
      <p>
        Orders are processed in {PROCESSING_DAYS} business days. Where we know how long the way takes, the
        product’s page says so under ‘Estimated Delivery’.
      </p>
      <h2>Following your parcel</h2>
      <p>
        We write to you when your order is shipped, with the tracking number when the carrier gives us one,
        and when it is delivered. With the order ID and your email address you can also{' '}
        <Link to={ORDER_TRACKING}>track your order</Link> at any time, with or without an account.
      </p>
      <h2>If something is wrong</h2>
      <p>
        A wrong address, a parcel that does not come, something broken: please <ContactLink /> with your order
        ID. <Link to={RETURNS}>Returns</Link> says how to send something back.
      </p>
    </TextPage>
  )
}
