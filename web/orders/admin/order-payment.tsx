import { t } from '#contract/language/language.ts'
import { taxLabel } from '#contract/pricing/tax-text.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { OrderSection } from '../../admin/list-frame.tsx'
import { May, useMay } from '../../admin/permissions.tsx'
import { useFormats } from '../../platform/formats.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Trans } from '../../ui/trans.tsx'
import { DateText } from '../status.tsx'
import { type AdminOrder, type AdminPayment, useOrderChange } from './queries.ts'

/** Amounts paid and refunded, with the provider's events. */
export function OrderPayment({ order: { payment } }: { order: AdminOrder }) {
  const { formatMoney } = useFormats()
  if (!payment) return null
  const { intentId, isLive, paid, refunded, moves, refunds, risk, checks } = payment
  return (
    <OrderSection title={t('Payment')}>
      <p className="tabular-nums">
        {formatMoney(paid)} paid
        {Number(refunded) > 0 && t(', {refunded} refunded', { refunded: formatMoney(refunded) })}
      </p>
      {intentId && (
        <p className="break-all text-muted text-sm">
          {intentId}
          {!isLive && ' (test)'}
        </p>
      )}
      {risk && <p className="text-muted text-sm">Risk: {risk.replaceAll('_', ' ')}</p>}
      <Checks checks={checks} />
      {refunds.length > 0 && (
        <ul aria-label={t('Refunds')} className="mt-3 space-y-3">
          {refunds.map((refund) => (
            <Refund key={refund.id} refund={refund} />
          ))}
        </ul>
      )}
      <Trouble payment={payment} />
      <details className="mt-3 text-sm">
        <summary className="min-h-6 w-fit cursor-pointer py-0.5 text-muted">{t('Payment events')}</summary>
        <ol className="mt-2 space-y-1">
          {moves.map(({ at, kind, amount, note }) => (
            <li key={`${at}-${kind}`} className="tabular-nums">
              <DateText at={at} withTime />: {kind}, {formatMoney(amount)}
              {note && ` (${note})`}
            </li>
          ))}
        </ol>
      </details>
    </OrderSection>
  )
}

/** A failed check doesn't prove fraud in a paid order, but the order should be reviewed before shipping. */
function Checks({ checks }: { checks: AdminPayment['checks'] }) {
  const known = CHECKS.flatMap(([name, label]) => (checks[name] ? [{ label, result: checks[name] }] : []))
  if (known.length === 0) return null
  return (
    <ul aria-label={t('Bank checks')} className="mt-1 text-muted text-sm">
      {known.map(({ label, result }) => (
        <li key={label} className={result === 'fail' ? 'text-sale' : ''}>
          {label}: {CHECK_RESULTS.get(result) ?? result}
        </li>
      ))}
    </ul>
  )
}

const CHECKS = [
  ['address', 'Street check'],
  ['postalCode', 'Postal code check'],
  ['securityCode', 'Security code check'],
] as const
const CHECK_RESULTS = new Map([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['unchecked', 'not checked yet'],
])

/** Fraud warnings and disputes from the customer's bank. */
function Trouble({ payment: { warnings, disputes } }: { payment: AdminPayment }) {
  const { formatMoney } = useFormats()
  const { addressWith } = useAdminAddress()
  return (
    <>
      {warnings.map(({ id, kind, isActionable, openedAt }) => (
        <p key={id} className="mt-3 text-sm">
          <b className="font-medium text-sale">{t('Fraud warning')}</b>: {kind.replaceAll('_', ' ')}, reported{' '}
          <DateText at={openedAt} />
          {isActionable && t('. Refunding the order now usually avoids a dispute.')}
        </p>
      ))}
      {disputes.map(({ id, amount, reason, status, openedAt, dueBy, isAnswered }) => (
        <div key={id} className="mt-3 text-sm">
          <p>
            <b className="font-medium text-sale">
              {t('Dispute of {amount}', { amount: formatMoney(amount) })}
            </b>
            : {reason.replaceAll('_', ' ')}, {status.replaceAll('_', ' ')}, opened <DateText at={openedAt} />
          </p>
          {dueBy && !isAnswered && (
            <p className="font-medium">
              <Trans
                text="Evidence due by <dateText/>"
                parts={{ dateText: <DateText at={dueBy} withTime /> }}
              />
            </p>
          )}
          <May use="POST /api/admin/disputes/:id/evidence">
            <ButtonLink look="outline" className="mt-1" to={addressWith({ evidence: id })}>
              {dueBy && !isAnswered ? t('Review evidence') : t('Show evidence')}
            </ButtonLink>
          </May>
        </div>
      ))}
    </>
  )
}

const STATUSES = {
  requested: 'waiting for the provider',
  pending: 'pending',
  succeeded: 'refunded',
  failed: 'failed',
}

function Refund({ refund }: { refund: AdminPayment['refunds'][number] }) {
  const { formatMoney, locale } = useFormats()
  const { id, amount, reason, status, problem, isRetried, requestedAt, taxes } = refund
  const may = useMay()
  const retry = useOrderChange('Refund retried', (api, id: number) =>
    api.call('POST /api/admin/refunds/:id/retry', { id }),
  )
  const isStuck = (status === 'failed' && !isRetried) || (status === 'requested' && problem !== null)
  return (
    <li className="text-sm">
      <p>
        <b className="font-medium tabular-nums">{formatMoney(amount)}</b>{' '}
        <span className={status === 'failed' ? 'text-sale' : ''}>{STATUSES[status]}</span>
        {isRetried && ', retried'}
      </p>
      <p className="wrap-anywhere text-muted">
        {reason}, <DateText at={requestedAt} withTime />
      </p>
      <p className="wrap-anywhere text-muted empty:hidden">{refundedParts(refund, formatMoney)}</p>
      {taxes.map(({ name, rate, amount }) => (
        <p key={`${name} ${rate}`} className="text-muted tabular-nums">
          {t('Includes {name}: {amount}', {
            name: taxLabel(name, rate, locale),
            amount: formatMoney(amount),
          })}
        </p>
      ))}
      {problem && <p className="wrap-anywhere text-sale">{problem}</p>}
      {isStuck && may('POST /api/admin/refunds/:id/retry') && (
        <Button look="outline" className="mt-1" isBusy={retry.isPending} onClick={() => retry.mutate(id)}>
          {t('Retry refund')}
        </Button>
      )}
    </li>
  )
}

/** '1 × Teapot, shipping $2.00' for a refund by line, and '' for an amount. */
function refundedParts(
  { lines, shipping }: AdminPayment['refunds'][number],
  formatMoney: (wire: string) => string,
): string {
  const units = lines.filter(({ quantity }) => quantity > 0)
  const isByLine = units.length > 0 || lines.length === 0
  return [
    ...units.map(({ quantity, name }) => `${quantity} × ${name}`),
    ...(isByLine && Number(shipping) > 0 ? [`shipping ${formatMoney(shipping)}`] : []),
  ].join(', ')
}
