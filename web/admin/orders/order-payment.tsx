import { formatMoney } from '#contract/money.ts'
import { DateText } from '../../orders/dates.tsx'
import { Button } from '../../ui/button.tsx'
import { Part } from './part.tsx'
import { type AdminOrder, type AdminPayment, useOrderChange } from './queries.ts'

/** What was paid and given back, with everything that the provider said. */
export function OrderPayment({ order: { payment } }: { order: AdminOrder }) {
  if (!payment) return null
  const { intentId, isLive, paid, refunded, moves, refunds, disputes } = payment
  return (
    <Part title="Payment">
      <p className="tabular-nums">
        {formatMoney(paid)} paid{Number(refunded) > 0 && `, ${formatMoney(refunded)} refunded`}
      </p>
      {intentId && (
        <p className="break-all text-muted text-sm">
          {intentId}
          {!isLive && ' (test)'}
        </p>
      )}
      {refunds.length > 0 && (
        <ul aria-label="Refunds" className="mt-3 space-y-3">
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      {disputes.map(({ id, amount, reason, status, openedAt }) => (
        <p key={id} className="mt-3 text-sm">
          <b className="font-medium text-sale">Dispute of {formatMoney(amount)}</b>: {reason}, {status},
          opened <DateText at={openedAt} />
        </p>
      ))}
      <details className="mt-3 text-sm">
        <summary className="inline-flex min-h-6 cursor-pointer items-center text-muted">
          What the provider said
        </summary>
        <ol className="mt-2 space-y-1">
          {moves.map(({ at, kind, amount, note }) => (
            <li key={`${at}-${kind}`} className="tabular-nums">
              <DateText at={at} withTime />: {kind}, {formatMoney(amount)}
              {note && ` (${note})`}
            </li>
          ))}
        </ol>
      </details>
    </Part>
  )
}

const STATUSES = {
  requested: 'waits for the provider',
  pending: 'on its way',
  succeeded: 'refunded',
  failed: 'failed',
}

function Refund({ refund }: { refund: AdminPayment['refunds'][number] }) {
  const { id, amount, reason, status, problem, isRetried, requestedAt } = refund
  const retry = useOrderChange('Refund is tried again', (api, id: number) =>
    api.call('POST /api/admin/refunds/:id/retry', { id }),
  )
  const isStuck = (status === 'failed' && !isRetried) || (status === 'requested' && problem !== null)
  return (
    <li className="text-sm">
      <p>
        <b className="font-medium tabular-nums">{formatMoney(amount)}</b>{' '}
        <span className={status === 'failed' ? 'text-sale' : ''}>{STATUSES[status]}</span>
        {isRetried && ', asked for again'}
      </p>
      <p className="wrap-anywhere text-muted">
        {reason}, <DateText at={requestedAt} withTime />
      </p>
      {problem && <p className="wrap-anywhere text-sale">{problem}</p>}
      {isStuck && (
        <Button look="outline" className="mt-1" isBusy={retry.isPending} onClick={() => retry.mutate(id)}>
          Try this refund again
        </Button>
      )}
    </li>
  )
}
