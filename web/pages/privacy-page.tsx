import { queryOptions } from '@tanstack/react-query'
import { ERASURE } from '#contract/accounts/erasure.ts'
import { DEVICE_DAYS, SIGN_IN_DAYS } from '#contract/accounts/rules.ts'
import { BACK_IN_STOCK_LINK_HOURS, BACK_IN_STOCK_SENT_DAYS } from '#contract/back-in-stock/rules.ts'
import { CART_DAYS } from '#contract/cart/rules.ts'
import { type CheckoutFields, SPEC_FIELDS } from '#contract/checkout/fields.ts'
import { CONTACT_DAYS } from '#contract/contact/rules.ts'
import { t } from '#contract/language/language.ts'
import { NEWSLETTER_LINK_HOURS } from '#contract/newsletter/rules.ts'
import { UNPAID_DAYS } from '#contract/orders/rules.ts'
import { TERMS_NOTICE_DAYS } from '#contract/policies.ts'
import { type Api, useApi } from '../platform/api.ts'
import { PROFILE } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { ShopName, shopInfoQuery } from '../settings/shop-info.tsx'
import { Trans } from '../ui/trans.tsx'
import type { OriginalPage } from './text-page.tsx'
import { ContactLink } from './text-values.tsx'

export const backInStockQuery = (api: Api) =>
  queryOptions({ queryKey: keys.backInStock, queryFn: () => api.call('GET /api/back-in-stock') })

/** Every sentence must match the code: a change to the stored data must also change this page. */
export const PRIVACY_PAGE: OriginalPage = {
  name: 'privacy-policy',
  description: 'What data we collect, why, how long we keep it, and how to download or delete it.',
  Text: PrivacyText,
}

/** One string, because React separates two with a comment. */
function storedDetails({ phone, company }: CheckoutFields = SPEC_FIELDS) {
  const details = [
    'the items',
    'your name',
    ...(company === 'off' ? [] : ['your company']),
    'your addresses',
    ...(phone === 'off' ? [] : ['your phone number']),
  ]
  const list = new Intl.ListFormat('en-US').format(details)
  return `For each order, we store ${list}. We need them to deliver your order, answer your questions, and keep our accounts. The law determines how long we have to keep accounting records. We delete an order that was never paid `
}

function paymentDetails({ phone }: CheckoutFields = SPEC_FIELDS) {
  const number = phone === 'off' ? '' : 'phone number, '
  return `Stripe processes all payments. Your card number goes from your browser to Stripe. It never reaches our server, and we don’t store cards. Stripe receives the order ID and amount, and your name, email address, ${number}shipping address, and billing address, which your bank checks. Stripe then notifies us whether the order was paid.`
}

function PrivacyText() {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: backInStock } = useQuery(backInStockQuery(api))
  return (
    <>
      <p>
        <Trans
          text="This page explains what data <shopName/> collects about you, why, and how long we keep it. In short, we collect only what the store needs to work. We don’t sell your data, show ads, or track you on other sites."
          parts={{ shopName: <ShopName /> }}
        />
      </p>
      <h2>{t('When you browse')}</h2>
      <p>
        {t(
          'You can view products and reviews without identifying yourself. Our server logs each request with its time and IP address so we can find problems and prevent abuse. We count searches with no results by day, without recording who made them.',
        )}
      </p>
      <h2>{t('Cookies and storage')}</h2>
      <ul>
        <li>
          {t(
            'Your cart needs a cookie with a random number. It’s set when you first add a product and expires {CART_DAYS} days after you last use the cart.',
            { CART_DAYS },
          )}
        </li>
        <li>
          {t(
            'When you change something public, such as a review, a cookie makes sure you see the change everywhere. It contains nothing else and expires after five seconds.',
          )}
        </li>
        <li>
          {t(
            'When you sign in, a cookie with a random number lets us recognize this browser for {DEVICE_DAYS} days, so someone guessing your password can’t lock you out.',
            { DEVICE_DAYS },
          )}
        </li>
        <li>{t('Signing in with Google uses two cookies for up to ten minutes.')}</li>
        <li>{t('Your browser stores your session and your choice of light or dark theme.')}</li>
        <li>
          {t('The card form at checkout comes from Stripe, which may set its own cookies to prevent fraud.')}
        </li>
      </ul>
      <h2>{t('Your account')}</h2>
      <p>
        {t(
          'We store your username, your email address, and, if you provide it, your full name. We store your password only as a hash, which can’t be turned back into the password. For each session, we store the browser and when it was last used. A session expires after {SIGN_IN_DAYS} days without use. If you sign in with Google, we receive your name, your email address, and the URL of your picture. Favorites and your cart are stored with your account. We delete a cart after {CART_DAYS} days without use.',
          { SIGN_IN_DAYS, CART_DAYS },
        )}
      </p>
      <p>
        {t(
          'Reviews are public and show your full name, or your username if you haven’t provided a name. To prevent password guessing and abuse, we count attempts for up to a day, using a hash of the IP address or email address.',
        )}
      </p>
      <h2>{t('Orders and payment')}</h2>
      <p>
        {t('{checkoutFields}{UNPAID_DAYS} days after it was cancelled.', {
          checkoutFields: storedDetails(shop?.checkoutFields),
          UNPAID_DAYS,
        })}
      </p>
      <p>{paymentDetails(shop?.checkoutFields)}</p>
      {shop?.taxes?.isCalculated && (
        <p>
          {t(
            'Stripe also calculates the tax of your order. For that, it receives your shipping address once you have entered it at checkout, and the prices in your cart.',
          )}
        </p>
      )}
      {shop?.taxes?.home && shop.checkoutFields?.vatNumber !== 'off' && (
        <p>
          {t(
            'If you give us the VAT number of your business, we check it with VIES, the European Commission’s register, and store it with the order and the result. We also keep the result for 30 days, so that we don’t have to check the number again.',
          )}
        </p>
      )}
      <h2>{t('Emails, newsletter, and messages')}</h2>
      <p>
        {t(
          'We email you about your account and your orders, and keep copies of those emails. We send you the newsletter only after you confirm it with the link in an email. We delete addresses that aren’t confirmed within {NEWSLETTER_LINK_HOURS} hours. Every newsletter has a link to unsubscribe. When you use it, we delete your address immediately, and from our log of completed tasks within two days.',
          { NEWSLETTER_LINK_HOURS },
        )}
      </p>
      {backInStock?.isOffered && (
        <p>
          {t(
            'If you ask for an email when a sold-out product is back in stock, we store your email address and the product, and send that one email. We delete requests that aren’t confirmed within {BACK_IN_STOCK_LINK_HOURS} hours, all others {BACK_IN_STOCK_SENT_DAYS} days after the email or after a year, and all of yours when you use the link in the email or delete an account with this verified address. Counts without your address remain.',
            { BACK_IN_STOCK_LINK_HOURS, BACK_IN_STOCK_SENT_DAYS },
          )}
        </p>
      )}
      <p>
        {t(
          'Messages from the contact form are emailed to our support address. The store’s copy is deleted {CONTACT_DAYS} days later. The conversation stays in our support mailbox for as long as it’s needed.',
          { CONTACT_DAYS },
        )}
      </p>
      <h2>{t('Who we share data with')}</h2>
      <p>
        {t(
          'We share data with Stripe, as described above, with our email provider, and with Google if you sign in with it. The carrier that delivers your order receives your name and address. We don’t share your data with anyone else unless the law requires it.',
        )}
      </p>
      <h2>{t('Your rights')}</h2>
      <p>
        <Trans
          text="In <link>your profile</link> you can correct your name and email address, download your account data, and delete your account. If you delete it, we delete:"
          parts={{ link: <Link to={PROFILE} /> }}
        />
      </p>
      <ul>
        {ERASURE.erased.map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p>{t('We keep:')}</p>
      <ul>
        {ERASURE.kept.map(({ what, why }) => (
          <li key={what}>
            {what}. {why}
          </li>
        ))}
      </ul>
      <p>
        <Trans
          text="For anything else, or if you don’t have an account, please <contactLink/>. You can also contact your local data protection authority."
          parts={{ contactLink: <ContactLink /> }}
        />
      </p>
      <h2>{t('Changes')}</h2>
      <p>
        {t('We announce changes to this policy here {TERMS_NOTICE_DAYS} days before they take effect.', {
          TERMS_NOTICE_DAYS,
        })}
      </p>
    </>
  )
}
