import { Link } from 'react-router'
import { PROCESSING_DAYS, RETURN_DAYS, TERMS_NOTICE_DAYS } from '#contract/policies.ts'
import { PRIVACY, RETURNS, SHIPPING, TERMS } from '../platform/addresses.ts'
import { ShopName } from '../settings/shop-info.tsx'
import { ContactLink, ShippingRate, TextPage } from './text-page.tsx'

export function TermsPage() {
  return (
    <TextPage
      title="Terms & Conditions"
      description={`What holds when you order in this shop: prices, payment, delivery, returns within ${RETURN_DAYS} days, reviews and accounts.`}
      address={TERMS}
      isPolicy
    >
      <p>
        These terms hold between you and <ShopName /> when you use this shop. They take away none of the
        rights that the law gives you as a consumer.
      </p>
      <h2>Prices and shipping</h2>
      <p>
        Prices are in US dollars. What counts is the price at the time of your order. Shipping costs{' '}
        <ShippingRate /> per order, or nothing when everything in the cart ships free. You see the whole sum
        before you pay. If a price changes while you check out, we show you the new one first and charge
        nothing before you agree.
      </p>
      <h2>Your order</h2>
      <p>
        You can order with or without an account. Products are held for you while you pay. The contract is
        made when your payment has arrived; an email confirms it. Should a product be gone by then after all,
        we refund you in full.
      </p>
      <h2>Payment</h2>
      <p>
        You pay by card when you order. Payments are made by Stripe; we never see or store your card number.
        More about that in our <Link to={PRIVACY}>Privacy Policy</Link>.
      </p>
      <h2>Delivery</h2>
      <p>
        Orders are processed in {PROCESSING_DAYS} business days. We email you when your parcel is on its way.{' '}
        <Link to={SHIPPING}>Shipping</Link> says where we ship to and how long it takes.
      </p>
      <h2>Cancelling and returns</h2>
      <p>
        Until your order is shipped you can cancel it and get all your money back. Returns are accepted within{' '}
        {RETURN_DAYS} days of delivery. <Link to={RETURNS}>Returns</Link> says how.
      </p>
      <h2>Your account</h2>
      <p>
        Keep your password to yourself, and tell us when you think that somebody else knows it. We may block
        an account that is used to harm the shop or other people. You can delete your account whenever you
        like.
      </p>
      <h2>Reviews</h2>
      <p>
        You can write one review of each product, and change or delete it later. Write about the product, in
        your own words. We may edit or remove reviews that are unlawful, insulting or about something else. We
        write none ourselves.
      </p>
      <h2>Pictures and texts</h2>
      <p>
        The pictures and texts of this shop belong to <ShopName />. Your reviews stay yours; we may show them
        here.
      </p>
      <h2>Changes</h2>
      <p>
        We announce changes of these terms on this page {TERMS_NOTICE_DAYS} days before they take effect. An
        order keeps the terms under which it was placed.
      </p>
      <h2>Questions</h2>
      <p>
        If something is unclear, or went wrong, please <ContactLink />.
      </p>
    </TextPage>
  )
}
