import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { t } from '#contract/language/language.ts'
import { type Api, reasonOf } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { Head } from '../platform/head.tsx'
import { CART, CHECKOUT } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { useNavigate } from '../platform/router/use-router.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { CartTotals } from './cart-totals.tsx'
import { ItemNote, itemTotal, nameOfItem } from './item-parts.tsx'
import { saveCart, useCartTools } from './queries.ts'

const offerQuery = (api: Api, code: string) =>
  queryOptions({
    queryKey: keys.agentCart(code),
    queryFn: () => api.call('POST /api/agent-carts/preview', { code }),
    retry: false,
    gcTime: 0,
  })

const offerQuoteQuery = (api: Api, code: string) =>
  queryOptions({
    queryKey: [...keys.agentCart(code), 'quote'],
    queryFn: () => api.call('POST /api/agent-carts/quote', { code }),
    retry: false,
    gcTime: 0,
  })

/** /cart?take=…: the items in an agent's cart. Opening the link changes nothing; the shopper decides. */
export function AgentCart({ code }: { code: string }) {
  const { formatCents } = useFormats()
  const tools = useCartTools()
  const navigate = useNavigate()
  const offer = useQuery(offerQuery(tools.api, code))
  const quote = useQuery(offerQuoteQuery(tools.api, code))
  const toOwnCart = () => void navigate(CART, { replace: true })
  const claim = useMutation({
    networkMode: 'always',
    mutationFn: async () => saveCart(tools, await tools.api.call('POST /api/agent-carts', { code })),
    onSuccess: () => navigate(CHECKOUT, { replace: true }),
    onError: showProblem,
  })
  useEffect(() => {
    if (!offer.error) return
    showProblem(offer.error)
    void navigate(CART, { replace: true })
  }, [offer.error, navigate])

  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-8">
      <Head page="Your Cart" isPrivate />
      <h1 className="type-heading">{t('Add these items to your cart?')}</h1>
      <p className="mt-4 text-muted">
        {t('An assistant picked them for you. Items already in your cart stay there.')}
      </p>
      <noscript>
        <p className="mt-4">{t('Turn on JavaScript to open this link.')}</p>
      </noscript>
      {offer.data ? (
        <>
          <ul className="mt-8 divide-y divide-hairline border-hairline border-y">
            {offer.data.map((item) => (
              <li key={item.id} className="py-4">
                <p className="flex justify-between gap-4">
                  <span className="min-w-0 wrap-anywhere">
                    {nameOfItem(item)} × {item.quantity}
                  </span>
                  <span className="shrink-0 tabular-nums">{formatCents(itemTotal(item))}</span>
                </p>
                <ItemNote item={item} />
              </li>
            ))}
          </ul>
          <div className="mt-6">
            <CartTotals
              items={offer.data}
              quote={{
                data: quote.data,
                isCurrent: !quote.isFetching,
                isOfOther: false,
                isFetching: quote.isFetching,
                isFailed: quote.isError && !quote.isFetching,
                retry: () => void quote.refetch(),
              }}
            />
          </div>
          <Button className="mt-6 w-full" disabled={claim.isPending} onClick={() => claim.mutate()}>
            {t('Add to cart')}
          </Button>
          <Button look="outline" className="mt-3 w-full" disabled={claim.isPending} onClick={toOwnCart}>
            {t('Not now')}
          </Button>
        </>
      ) : (
        <p role="status" className="mt-8">
          {t('Loading...')}
        </p>
      )}
    </div>
  )
}

function showProblem(error: Error) {
  showToast(t('Error'), reasonOf(error, "We couldn't add these items to your cart. Please try again."), {
    isDestructive: true,
  })
}
