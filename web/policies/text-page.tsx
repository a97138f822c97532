import type { ReactNode } from 'react'
import { POLICIES_UPDATED } from '#contract/policies.ts'
import { useApi } from '../platform/api.ts'
import { currencyName, useFormats } from '../platform/formats.ts'
import { Head } from '../platform/head.tsx'
import { CONTACT, HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { FIRST_KEY } from '../platform/router/location.ts'
import { useLocation, useNavigate } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { HeroCrop } from '../settings/hero-crop.tsx'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button } from '../ui/button.tsx'
import { ChevronLeftIcon } from '../ui/page-icons.tsx'

/** A text page: headings, paragraphs, lists. `isPolicy` shows when it was last updated (spec section 2). */
export function TextPage({
  title,
  description,
  address,
  isPolicy = false,
  crop = '60% 70%',
  children,
}: {
  title: string
  description: string
  address: string
  isPolicy?: boolean
  /** The part of the shop's photograph above the title, as in CSS. */
  crop?: string
  children: ReactNode
}) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return (
    <article className="mx-auto w-full max-w-page px-4 py-6 md:px-8 md:py-10">
      <Head page={title} description={description} canonical={shop && `${shop.publicUrl}${address}`} />
      <BackButton />
      <HeroCrop
        position={crop}
        sizes="(min-width: 1280px) 1216px, 200vw"
        className="mt-4 h-40 rounded-card md:h-64"
      />
      <div className="mx-auto mt-near max-w-prose">
        <h1 className="type-heading">{title}</h1>
        {isPolicy && <p className="mt-3 text-muted">Last updated {POLICIES_UPDATED}</p>}
        <div className="rich-text mt-8">{children}</div>
      </div>
    </article>
  )
}

/** Goes back within the shop. Without JavaScript or a previous page, goes to the home page. */
function BackButton() {
  const navigate = useNavigate()
  const isFirstPage = useLocation().key === FIRST_KEY
  return (
    <form
      action={HOME}
      onSubmit={(event) => {
        event.preventDefault()
        void (isFirstPage ? navigate(HOME) : navigate(-1))
      }}
    >
      <Button type="submit" look="quiet" className="-ml-3 px-3!">
        <ChevronLeftIcon />
        Back
      </Button>
    </form>
  )
}

/** The shipping rate, for example $4.99, or the lowest rate of a shop with zones. */
export function ShippingRate({ isFirst = false }: { isFirst?: boolean }) {
  const { formatMoney } = useFormats()
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop) return 'a flat rate'
  const rate = formatMoney(shop.shippingRate)
  return shop.hasZones ? `${isFirst ? 'From' : 'from'} ${rate}` : rate
}

/** The plural of the currency's name, for example "US dollars". */
export function CurrencyName() {
  return currencyName(useFormats().currency)
}

export function ContactLink() {
  return <Link to={CONTACT}>contact us</Link>
}
