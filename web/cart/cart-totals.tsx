import type { CartQuote } from '#contract/checkout/quote-api.ts'
import { t } from '#contract/language/language.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText, Skeleton } from '../ui/feedback.tsx'
import { isBlocked } from './item-parts.tsx'
import type { CartItem } from './queries.ts'
import type { ShownQuote } from './quote.ts'

/** Subtotal, shipping, taxes, and total, as the server quotes them. Until a new quote arrives, the previous one stays. */
export function CartTotals({ items, quote }: { items: CartItem[]; quote: ShownQuote }) {
  const { data, isCurrent, isFailed, retry } = quote
  if (isFailed) return <Failure onRetry={retry} />
  if (!data) return <Placeholder />
  const { rows, problem } = data
  return (
    <dl aria-busy={!isCurrent} className="grid gap-1 tabular-nums">
      {rows.map((row) => (
        <TotalRow key={row.label} {...row} />
      ))}
      {problem?.code === 'not_shipped' && (
        <div>
          <dt className="sr-only">{t('Shipping')}</dt>
          <dd className="text-sale text-sm">
            <p role="status">{problem.message}</p>
          </dd>
        </div>
      )}
      {items.some(isBlocked) && (
        <div>
          <dt className="sr-only">{t('About the total')}</dt>
          <dd className="text-sale text-sm">{t('To check out, update the marked items.')}</dd>
        </div>
      )}
    </dl>
  )
}

function Failure({ onRetry }: { onRetry(): void }) {
  return (
    <>
      <dl className="tabular-nums">
        <TotalRow label={t('Total')} value="Not available right now" />
      </dl>
      <div role="alert" className="mt-1 flex flex-wrap items-center justify-between gap-3 text-sm">
        <p>{t('The total could not be loaded.')}</p>
        <Button look="outline" onClick={onRetry}>
          {t('Try again')}
        </Button>
      </div>
    </>
  )
}

/** As high as three rows, so that nothing moves when they arrive. */
function Placeholder() {
  return (
    <div className="grid gap-1">
      <LoadingText />
      <Skeleton className="h-6" />
      <Skeleton className="h-6" />
      <div className="mt-1 border-hairline border-t pt-2">
        <Skeleton className="h-7" />
      </div>
    </div>
  )
}

function TotalRow({ label, value, isTotal = false }: CartQuote['rows'][number]) {
  return (
    <div
      className={`flex justify-between ${isTotal ? 'mt-1 border-hairline border-t pt-2 font-medium text-lg' : 'text-muted'}`}
    >
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
