import { Suspense } from 'react'
import type { Product } from '#contract/catalog/api.ts'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { BACK_IN_STOCK } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { loadLater } from '../ui/load-later.tsx'
import { useHasScript } from '../ui/use-has-script.ts'

/** Only sold-out products need it. */
const RequestForm = loadLater(async () => (await import('./request-form.tsx')).RequestForm)

/** The form that requests an email. Without JavaScript, and until its code has loaded, a link to a page with the form. */
export function BackInStock({ product, variantId }: { product: Product; variantId: number }) {
  const { backInStock = 'options' } = useQuery(shopInfoQuery(useApi())).data ?? {}
  const hasScript = useHasScript()
  if (backInStock === 'off' || (backInStock === 'options' && product.options.length === 0)) return null
  const parameters = new URLSearchParams({
    product: product.slug ?? String(product.id),
    variant: String(variantId),
  })
  const link = (
    <Link className="underline underline-offset-4" to={`${BACK_IN_STOCK}?${parameters}`}>
      {t('Get one email when it’s back in stock')}
    </Link>
  )
  return (
    <div className="mt-6">
      {hasScript ? (
        <Suspense fallback={link}>
          <RequestForm variantId={variantId} />
        </Suspense>
      ) : (
        link
      )}
    </div>
  )
}
