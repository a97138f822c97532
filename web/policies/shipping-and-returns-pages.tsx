import { Link } from 'react-router'
import { COUNTRIES } from '#contract/checkout/rules.ts'
import { PROCESSING_DAYS, RETURN_DAYS } from '#contract/policies.ts'
import { ORDER_TRACKING, ORDERS, RETURNS, SHIPPING } from '../platform/addresses.ts'
import { ContactLink, ShippingRate, TextPage } from './text-page.tsx'

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

export function ReturnsPage() {
  return (
    <TextPage
      title="Returns"
      description={`Returns are accepted within ${RETURN_DAYS} days of delivery. How to cancel an order, send something back and get your money back.`}
      address={RETURNS}
    >
      <p>
        Returns are accepted within {RETURN_DAYS} days of delivery. You need not say why, though it helps us
        when you do.
      </p>
      <h2>How to return something</h2>
      <ol>
        <li>
          Open the order in <Link to={ORDERS}>your orders</Link>. Without an account,{' '}
          <Link to={ORDER_TRACKING}>track the order</Link> with its ID and your email address.
        </li>
        <li>Ask for the return there. An email confirms at once that we have received your request.</li>
        <li>We write to you with the address to send it to. Pack it well, best in its own box.</li>
        <li>When it has arrived, we refund you to the card that you paid with.</li>
      </ol>
      <h2>Cancelling an order</h2>
      <p>
        Until your order is shipped you can cancel it at the same place. You get all your money back, shipping
        included.
      </p>
      <h2>Broken or wrong</h2>
      <p>
        If something arrived broken, or is not what you ordered, please <ContactLink /> with your order ID,
        best with a photograph. We then pay for the way back, too; otherwise the postage is yours.
      </p>
    </TextPage>
  )
}
