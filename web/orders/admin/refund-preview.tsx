import { keepPreviousData } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { taxLabel } from '#contract/pricing/tax-text.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { keys } from '../../platform/query-cache.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Rejection } from '../../ui/feedback.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

export type RefundPreview = ResponseOf<'POST /api/admin/orders/:orderId/refunds/preview'>
export type RefundInput = Omit<InputOf<'POST /api/admin/orders/:orderId/refunds/preview'>, 'orderId'>

/**
 * Computes a refund on the server, after a pause in typing. Sends no request for null.
 * @returns isCurrent: false while `data` is still about an earlier input
 */
export function useRefundPreview<I>(
  key: string,
  input: I | null,
  send: (api: Api, input: I) => Promise<RefundPreview>,
) {
  const api = useApi()
  const latest = input === null ? null : JSON.stringify(input)
  const asked = useDebounced(latest, 300)
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: keys.admin('refund-preview', key, asked),
    queryFn: () => send(api, JSON.parse(asked ?? '') as I),
    enabled: asked !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
  return { data, error, isCurrent: asked === latest && !isPlaceholderData }
}

/** The amount and the taxes of a refund before it is made. */
export function RefundSums({
  preview: { data, error, isCurrent },
  isRejected,
}: {
  preview: ReturnType<typeof useRefundPreview>
  /** Whether the refund itself was rejected, which its dialog says. */
  isRejected: boolean
}) {
  const { formatMoney, locale } = useFormats()
  const problem = isRejected ? undefined : rejectionMessage(error)
  if (problem) return <Rejection>{problem}</Rejection>
  const show = (amount: string) => (isCurrent ? formatMoney(amount) : '…')
  return (
    <dl
      aria-live="polite"
      aria-busy={!isCurrent}
      className="space-y-1 border-hairline border-t pt-3 tabular-nums"
    >
      <div className="flex justify-between font-medium">
        <dt>{t('Refund')}</dt>
        <dd>{data ? show(data.amount) : '…'}</dd>
      </div>
      {data?.taxes.map(({ name, rate, amount }) => (
        <div key={`${name} ${rate}`} className="flex justify-between text-muted">
          <dt>{t('Includes {name}', { name: taxLabel(name, rate, locale) })}</dt>
          <dd>{show(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
