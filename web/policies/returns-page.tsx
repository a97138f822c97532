import { Link } from 'react-router'
import { RETURN_DAYS } from '#contract/policies.ts'
import { ORDER_TRACKING, ORDERS, RETURNS } from '../platform/addresses.ts'
import { TextPage } from './text-page.tsx'
import { ContactLink } from './words.tsx'

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
