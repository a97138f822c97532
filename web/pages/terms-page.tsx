import { PROCESSING_DAYS, TERMS_NOTICE_DAYS } from '#contract/policies.ts'
import { useApi } from '../platform/api.ts'
import { SHIPPING } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { ShopName, shopInfoQuery } from '../settings/shop-info.tsx'
import { PRIVACY, RETURNS } from './paths.ts'
import type { OriginalPage } from './text-page.tsx'
import { ContactLink, CurrencyName, ReturnDays, ShippingRate } from './text-values.tsx'

export const TERMS_PAGE: OriginalPage = {
  name: 'terms-conditions',
  description: (returnDays) =>
    `The terms for ordering from this store: prices, payment, delivery, returns within ${returnDays} days, reviews, and accounts.`,
  Text: TermsText,
}

/** One string, because React separates two with a comment. */
function OrderTerms() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const who = shop?.needsAccount
    ? 'You need an account to order.'
    : 'You can order with or without an account.'
  return `${who} We reserve your items while you pay. Your order is accepted when we receive your payment, and we’ll confirm it by email. If an item has sold out by then, we’ll give you a full refund.`
}

function TermsText() {
  return (
    <>
      <p>
        These terms apply between you and <ShopName /> when you use this store. They don’t limit your legal
        rights as a consumer.
      </p>
      <h2>Prices and shipping</h2>
      <p>
        Prices are in <CurrencyName />. The price at the time of your order applies. Shipping costs{' '}
        <ShippingRate /> per order, or nothing if everything in your cart ships free. You see the full total
        before you pay. If a price changes during checkout, we’ll show you the new price and won’t charge you
        until you agree.
      </p>
      <h2>Your order</h2>
      <p>
        <OrderTerms />
      </p>
      <h2>Payment</h2>
      <p>
        You pay by card when you order. Stripe processes all payments, and we never see or store your card
        number. For details, see our <Link to={PRIVACY}>Privacy Policy</Link>.
      </p>
      <h2>Delivery</h2>
      <p>
        Orders are processed in {PROCESSING_DAYS} business days. We’ll email you when your order ships. For
        destinations and delivery times, see <Link to={SHIPPING}>Shipping</Link>.
      </p>
      <h2>Cancellations and returns</h2>
      <p>
        Until your order ships, you can cancel it for a full refund. Returns are accepted within{' '}
        <ReturnDays /> days of delivery. See <Link to={RETURNS}>Returns</Link>.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password secret, and let us know if you think someone else knows it. We may block accounts
        that are used to harm the store or other people. You can delete your account at any time.
      </p>
      <h2>Reviews</h2>
      <p>
        You can write one review per product, and edit or delete it later. Write about the product, and don’t
        copy from others. We may edit or remove reviews that are unlawful, insulting, or off-topic. We never
        write reviews ourselves.
      </p>
      <h2>Images and text</h2>
      <p>
        The images and text in this store belong to <ShopName />. Your reviews remain yours, and we may show
        them here.
      </p>
      <h2>Changes</h2>
      <p>
        We announce changes to these terms on this page {TERMS_NOTICE_DAYS} days before they take effect. The
        terms in effect when you placed an order continue to apply to it.
      </p>
      <h2>Questions</h2>
      <p>
        If something is unclear or went wrong, please <ContactLink />.
      </p>
    </>
  )
}
