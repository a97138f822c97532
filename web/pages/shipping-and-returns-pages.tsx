import { queryOptions } from '@tanstack/react-query'
import { Fragment } from 'react'
import { COUNTRIES } from '#contract/checkout/rules.ts'
import { t } from '#contract/language/language.ts'
import { processingText } from '#contract/policies.ts'
import { type Api, type ResponseOf, useApi } from '../platform/api.ts'
import { ORDER_TRACKING, ORDERS } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { useLook } from '../settings/shop-info.tsx'
import { Trans } from '../ui/trans.tsx'
import { RETURNS } from './paths.ts'
import type { OriginalPage } from './text-page.tsx'
import { ContactLink, ReturnDays, ShippingRate } from './text-values.tsx'

const LIST = new Intl.ListFormat('en-US')

export const shippingRatesQuery = (api: Api) =>
  queryOptions({ queryKey: [...keys.shop, 'rates'], queryFn: () => api.call('GET /api/shipping/rates') })

export const SHIPPING_PAGE: OriginalPage = {
  name: 'shipping',
  description: 'What shipping costs, where we ship, how long it takes, and how to track your order.',
  Text: ShippingText,
}

function ShippingText() {
  const { data: zones } = useQuery(shippingRatesQuery(useApi()))
  const [before, time, after] = processingText(useLook()?.shipsWithin)
  return (
    <>
      {zones ? <Zones zones={zones} /> : <FlatRate />}
      <h2>{t('Delivery times')}</h2>
      <p>
        {before}
        {time}
        {t(
          '{after} If we know how long delivery takes, the product page shows it under “Estimated Delivery”.',
          { after },
        )}
      </p>
      <h2>{t('Tracking your order')}</h2>
      <p>
        <Trans
          text="We’ll email you when your order ships, with a tracking number if the carrier provides one, and again when it’s delivered. You can also <link>track your order</link> at any time with the order ID and your email address, with or without an account."
          parts={{ link: <Link to={ORDER_TRACKING} /> }}
        />
      </p>
      <h2>{t('Problems with your order')}</h2>
      <p>
        <Trans
          text="If the address is wrong, your order doesn’t arrive, or something is damaged, please <contactLink/> with your order ID. To send something back, see <link>Returns</link>."
          parts={{ contactLink: <ContactLink />, link: <Link to={RETURNS} /> }}
        />
      </p>
    </>
  )
}

function FlatRate() {
  return (
    <>
      <h2>{t('Shipping costs')}</h2>
      <p>
        <Trans
          text="<shippingRate/> for the whole order, regardless of the number of items. If every item in your cart has free shipping, you pay nothing. You’ll see the total in your cart and again before you pay."
          parts={{ shippingRate: <ShippingRate /> }}
        />
      </p>
      <h2>{t('Where we ship')}</h2>
      <p>{LIST.format(COUNTRIES.map(({ name }) => name))}.</p>
    </>
  )
}

/** The store owner's zones. */
function Zones({ zones }: { zones: NonNullable<ResponseOf<'GET /api/shipping/rates'>> }) {
  return (
    <>
      <h2>{t('Where we ship, and what it costs')}</h2>
      {zones.map(({ name, places, methods }) => (
        <Fragment key={name}>
          <h3>{name}</h3>
          {places !== name && <p>{places}</p>}
          <ul>
            {methods.map((method) => (
              <li key={method}>{method}</li>
            ))}
          </ul>
        </Fragment>
      ))}
      <p>
        {t(
          'If every item in your cart has free shipping, you pay nothing. You’ll see the total in your cart and again before you pay.',
        )}
      </p>
    </>
  )
}

export const RETURNS_PAGE: OriginalPage = {
  name: 'returns',
  description: (returnDays) =>
    `Returns are accepted within ${returnDays} days of delivery. How to cancel an order, return items, and get a refund.`,
  Text: ReturnsText,
}

function ReturnsText() {
  return (
    <>
      <p>
        <Trans
          text="Returns are accepted within <returnDays/> days of delivery. No reason needed, but giving one helps us improve."
          parts={{ returnDays: <ReturnDays /> }}
        />
      </p>
      <h2>{t('Return items')}</h2>
      <ol>
        <li>
          <Trans
            text="Open the order in <link>your orders</link>. Without an account, <link2>track the order</link2> with its ID and your email address."
            parts={{ link: <Link to={ORDERS} />, link2: <Link to={ORDER_TRACKING} /> }}
          />
        </li>
        <li>{t('Request the return there. We’ll confirm your request by email right away.')}</li>
        <li>
          {t('We’ll email you a return address. Pack the items securely, ideally in their original box.')}
        </li>
        <li>{t('Once your items arrive, we’ll refund your original card.')}</li>
      </ol>
      <h2>{t('Cancel an order')}</h2>
      <p>
        {t(
          'Until your order ships, you can cancel it in the same place. You’ll get a full refund, including shipping.',
        )}
      </p>
      <h2>{t('Damaged or wrong items')}</h2>
      <p>
        <Trans
          text="If something arrived damaged or isn’t what you ordered, please <contactLink/> with your order ID and, if possible, a photo. In that case, we also pay for return shipping. Otherwise, you pay for it."
          parts={{ contactLink: <ContactLink /> }}
        />
      </p>
    </>
  )
}
