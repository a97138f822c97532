import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { taxLabel } from '#contract/pricing/taxes.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { keys } from '../../platform/query-cache.ts'
import { Rejection } from '../../ui/feedback.tsx'
import { useDebounced } from '../../ui/use-debounced.ts'

export type RefundPreview = ResponseOf<'POST /api/admin/orders/:orderId/refunds/preview'>
export type RefundInput = Omit<InputOf<'POST /api/admin/orders/:orderId/refunds/preview'>, 'orderId'>

/** Computes a refund on the server, after a pause in typing. Sends no request for null. */
export function useRefundPreview<I>(
  key: string,
  input: I | null,
  send: (api: Api, input: I) => Promise<RefundPreview>,
) {
  const api = useApi()
  const asked = useDebounced(input === null ? null : JSON.stringify(input), 300)
  return useQuery({
    queryKey: keys.admin('refund-preview', key, asked),
    queryFn: () => send(api, JSON.parse(asked ?? '') as I),
    enabled: asked !== null,
    staleTime: 0,
    gcTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  })
}

/** The amount and the taxes of a refund before it is made. */
export function RefundSums({ preview, error }: { preview: RefundPreview | undefined; error: Error | null }) {
  const { formatMoney, locale } = useFormats()
  const problem = rejectionMessage(error)
  if (problem) return <Rejection>{problem}</Rejection>
  return (
    <dl aria-live="polite" className="space-y-1 border-hairline border-t pt-3 tabular-nums">
      <div className="flex justify-between font-medium">
        <dt>Refund</dt>
        <dd>{preview ? formatMoney(preview.amount) : '…'}</dd>
      </div>
      {preview?.taxes.map(({ name, rate, amount }) => (
        <div key={`${name} ${rate}`} className="flex justify-between text-muted">
          <dt>Includes {taxLabel(name, rate, locale)}</dt>
          <dd>{formatMoney(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
