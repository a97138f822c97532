import { Link } from 'react-router'
import { DEVICE_DAYS, ERASURE, SIGN_IN_DAYS } from '#contract/accounts/rules.ts'
import { CART_DAYS } from '#contract/cart/rules.ts'
import { CONTACT_DAYS } from '#contract/contact/rules.ts'
import { NEWSLETTER_LINK_HOURS } from '#contract/newsletter/rules.ts'
import { TERMS_NOTICE_DAYS } from '#contract/policies.ts'
import { PRIVACY, PROFILE } from '../platform/addresses.ts'
import { ShopName } from '../settings/shop-info.tsx'
import { ContactLink, TextPage } from './text-page.tsx'

/** Every sentence must match the code: a change of the stored data must change this page, too. */
export function PrivacyPage() {
  return (
    <TextPage
      title="Privacy Policy"
      description="Which data this shop keeps about you, why, for how long, and how you take it along or have it erased."
      address={PRIVACY}
      isPolicy
    >
      <p>
        This page says what <ShopName /> knows about you, why, and for how long. In short: what the shop needs
        in order to work, and nothing else. We sell no data, we show no advertising, and nothing here follows
        you to other sites.
      </p>
      <h2>When you look around</h2>
      <p>
        You can read every product and review without saying who you are. Our server notes each request with
        its time and the network address it came from, to find faults and to fend off abuse. Words that were
        searched for and not found are counted by day, without a note of who looked for them.
      </p>
      <h2>Cookies and storage</h2>
      <ul>
        <li>
          A cart needs a cookie with a random number. It is set when you first add a product, and ends{' '}
          {CART_DAYS} days after you last used the cart.
        </li>
        <li>
          When you change something that others see too, such as a review, a cookie that says only this makes
          sure for five seconds that you see it everywhere.
        </li>
        <li>
          When you sign in, a cookie with a random number lets us recognize this browser for {DEVICE_DAYS}{' '}
          days, so that a stranger who guesses your password cannot lock you out.
        </li>
        <li>Signing in with Google needs two cookies, for ten minutes at most.</li>
        <li>Your browser’s storage keeps your sign-in and your choice of a light or dark page.</li>
        <li>
          The card form at checkout comes from Stripe, which may set cookies of its own to prevent fraud.
        </li>
      </ul>
      <h2>Your account</h2>
      <p>
        We keep your username, your email address and, if you give it, your full name. Of your password we
        keep only a hash, from which nobody can read it. For each sign-in we keep which browser it was and
        when it was last used; it ends when it was not used for {SIGN_IN_DAYS} days. If you sign in with
        Google, we get your name, your email address and the address of your picture from there. Favorites and
        the cart stay with your account; a cart that nobody used for {CART_DAYS} days is forgotten.
      </p>
      <p>
        Reviews are public: they show your full name, or your username when you gave no name. To slow down
        guessing and abuse, attempts are counted for a day at most, under a hash of the network or email
        address.
      </p>
      <h2>Orders and payment</h2>
      <p>
        For an order we keep what you bought, your name, your addresses and your phone number: without them we
        cannot deliver, answer your questions or keep our books. The law tells us how long books must be kept.
      </p>
      <p>
        Payments are made by Stripe. Your card number goes from your browser to Stripe; it never reaches our
        server, and we store no cards. Stripe learns what an order costs and which one it is, and your name,
        email address, phone number, shipping address and billing address, which your bank checks. It tells us
        whether the order was paid.
      </p>
      <h2>Emails, the newsletter and your messages</h2>
      <p>
        We email you what belongs to your account and your orders, and keep a copy of those emails. You get
        the newsletter only after you have confirmed, by the link in an email, that you want it. An address
        that is not confirmed within {NEWSLETTER_LINK_HOURS} hours is forgotten. Every newsletter has a link
        that unsubscribes you; we then delete your address at once, and within two days from our list of
        finished work.
      </p>
      <p>
        What you write in the contact form is mailed to our support address. The shop’s own copy is erased{' '}
        {CONTACT_DAYS} days later; the conversation itself stays in our support mailbox for as long as it is
        needed.
      </p>
      <h2>Who else learns something</h2>
      <p>
        Stripe, as said above; the carrier who brings your parcel, your name and address; the provider who
        carries our mail; and Google, if you choose to sign in with it. Nobody else, unless the law makes us.
      </p>
      <h2>Your data is yours</h2>
      <p>
        In <Link to={PROFILE}>your profile</Link> you can correct your name and address, download what your
        account holds, and delete the account. Deleting erases:
      </p>
      <ul>
        {ERASURE.erased.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p>What is kept, and why:</p>
      <ul>
        {ERASURE.kept.map(({ what, why }) => (
          <li key={what}>
            {what}. {why}
          </li>
        ))}
      </ul>
      <p>
        For anything else, or if you have no account, <ContactLink />. You may also turn to the data
        protection authority where you live.
      </p>
      <h2>Changes</h2>
      <p>We announce changes of this policy here {TERMS_NOTICE_DAYS} days before they take effect.</p>
    </TextPage>
  )
}
