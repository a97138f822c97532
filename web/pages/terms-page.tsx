import { originalTerms, type TextParagraph } from '#contract/pages/original-terms.ts'
import { useApi } from '../platform/api.ts'
import { currencyName, useFormats } from '../platform/formats.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery, useShopName } from '../settings/shop-info.tsx'
import type { OriginalPage } from './text-page.tsx'
import { useReturnDays, useShippingRate } from './text-values.tsx'

export const TERMS_PAGE: OriginalPage = {
  name: 'terms-conditions',
  description: (returnDays) =>
    `The terms for ordering from this store: prices, payment, delivery, returns within ${returnDays} days, reviews, and accounts.`,
  Text: TermsText,
}

function TermsText() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const terms = originalTerms({
    shopName: useShopName(),
    currency: currencyName(useFormats().currency),
    shippingRate: useShippingRate(),
    needsAccount: shop?.needsAccount === true,
    returnDays: useReturnDays(),
    shipsWithin: shop?.look?.shipsWithin,
  })
  return terms.map((paragraph) => <Paragraph key={paragraph.heading ?? ''} {...paragraph} />)
}

function Paragraph({ heading, parts }: TextParagraph) {
  return (
    <>
      {heading && <h2>{heading}</h2>}
      <p>
        {parts.map((part) =>
          typeof part === 'string' ? (
            part
          ) : (
            <Link key={part.address} to={part.address}>
              {part.label}
            </Link>
          ),
        )}
      </p>
    </>
  )
}
