import { BACK_IN_STOCK_MESSAGES } from '#contract/back-in-stock/rules.ts'
import type { Product } from '#contract/catalog/api.ts'
import { lineName, variantTitle } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { productQuery } from '../catalog/queries.ts'
import { variantQuery } from '../catalog/variant-choice.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { BACK_IN_STOCK_CONFIRM, BACK_IN_STOCK_LEAVE, HOME, productAddress } from '../platform/paths.ts'
import { useParameters } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmailedLinkPage, PlainOutcome, plainOutcomeOf } from '../ui/emailed-link-page.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { RequestForm } from './request-form.tsx'

/**
 * /back-in-stock?product=SLUG&variant=ID: the form for a product page without JavaScript. With `outcome`, the result of a
 * form submitted without JavaScript.
 */
export function BackInStockPage() {
  const parameters = useParameters()
  const outcome = plainOutcomeOf(parameters.get('outcome'), BACK_IN_STOCK_MESSAGES, {
    in_stock: { text: BACK_IN_STOCK_MESSAGES.inStock, isGood: true },
    not_found: { text: BACK_IN_STOCK_MESSAGES.notOffered, isGood: false },
  })
  const slugOrId = parameters.get('product') ?? ''
  const { data: product, isLoading } = useQuery({
    ...productQuery(useApi(), slugOrId),
    enabled: slugOrId !== '' && !outcome,
  })
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page="Back in stock" isPrivate />
      <h1 className="mb-6 type-heading">{t('Back in stock')}</h1>
      {outcome && <PlainOutcome {...outcome} />}
      {!outcome && isLoading && <Spinner />}
      {!outcome && !isLoading && <Request product={product ?? null} id={Number(parameters.get('variant'))} />}
      <ButtonLink className="mt-6" look="outline" to={product ? productAddress(product) : HOME}>
        {product ? t('Back to product') : t('Continue Shopping')}
      </ButtonLink>
    </div>
  )
}

function Request({ product, id }: { product: Product | null; id: number }) {
  const listed = product?.variants.find((one) => one.id === id)
  const isBeyond = !listed && product?.allVariants?.combinations.some(([one]) => one === id) === true
  const { data, isLoading } = useQuery({
    ...variantQuery(useApi(), product ?? { id: 0, slug: null }, id),
    enabled: isBeyond,
  })
  const variant = listed ?? data
  if (isLoading) return <Spinner />
  const offer = variant ?? (product?.options.length === 0 ? product : null)
  if (!product || !offer) return <p>{BACK_IN_STOCK_MESSAGES.notOffered}</p>
  return (
    <>
      <p className="mb-4 text-lg">
        {lineName(product.name, variant && { title: variantTitle(variant.optionValues) })}
      </p>
      {offer.inStock ? <p>{BACK_IN_STOCK_MESSAGES.inStock}</p> : <RequestForm variantId={offer.id} />}
    </>
  )
}

/** The page behind the emailed link. */
export function ConfirmPage() {
  const api = useApi()
  return (
    <EmailedLinkPage
      title={t('Confirm your request')}
      question={t('Get one email when the product is back in stock?')}
      button={t('Confirm request')}
      action={BACK_IN_STOCK_CONFIRM}
      act={(token) => api.call('POST /api/back-in-stock/confirm', { token })}
      withoutToken={BACK_IN_STOCK_MESSAGES.linkInvalid}
    />
  )
}

/** Target of the link in every back-in-stock email. Email programs unsubscribe there without a page (RFC 8058). */
export function UnsubscribePage() {
  const api = useApi()
  return (
    <EmailedLinkPage
      title={t('Unsubscribe')}
      question={t('Unsubscribe from back-in-stock emails? We’ll also delete your email address.')}
      button={t('Unsubscribe')}
      action={BACK_IN_STOCK_LEAVE}
      act={(token) => api.call('POST /api/back-in-stock/unsubscribe', { token })}
      withoutToken={BACK_IN_STOCK_MESSAGES.notSubscribed}
    />
  )
}
