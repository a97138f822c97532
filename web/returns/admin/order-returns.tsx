import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { showNumber } from '#contract/numbers.ts'
import { RETURN_MESSAGES, RETURN_REASON_MAX } from '#contract/returns/rules.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { May } from '../../admin/permissions.tsx'
import { amountQuestion, readAmount, suchAs } from '../../admin/typed-amount.ts'
import { type AdminOrder, useOrderChange } from '../../orders/admin/queries.ts'
import { RefundSums, useRefundPreview } from '../../orders/admin/refund-preview.tsx'
import { useDates } from '../../platform/dates.ts'
import { useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, TextArea } from '../../ui/field.tsx'

type OpenReturn = AdminOrder['returns'][number]

/** Open return requests. Accepted and declined ones are in the timeline. */
export function OrderReturns({ order }: { order: AdminOrder }) {
  const waiting = order.returns.filter(({ status }) => status === 'requested')
  return waiting.map((request) => <OpenReturnCard key={request.id} order={order} request={request} />)
}

function OpenReturnCard({ order, request }: { order: AdminOrder; request: OpenReturn }) {
  const [open, setOpen] = useState<'accept' | 'refuse' | null>(null)
  const close = () => setOpen(null)
  const { formatTime } = useDates()
  return (
    <section aria-label={t('Return request')} className="mt-5 warning">
      <h3 className="text-lg">{request.isWithdrawal ? t('Withdrawal to settle') : t('Return to settle')}</h3>
      {request.isWithdrawal && (
        <p className="mt-1 text-sm">
          {request.withdrawnBy ?? t('The customer')} withdrew from the contract on{' '}
          {formatTime(request.requestedAt)}. It can’t be declined.
        </p>
      )}
      <p className="mt-1">{request.items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}</p>
      {request.reason && <p className="mt-1 wrap-anywhere text-muted">“{request.reason}”</p>}
      {order.returnAddress && (
        <p className="mt-1 text-sm">
          The customer sends it to {order.returnAddress.split('\n').filter(Boolean).join(', ')}.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <May use="POST /api/admin/returns/:id/accept">
          <Button onClick={() => setOpen('accept')}>{t('Accept return')}</Button>
        </May>
        {!request.isWithdrawal && (
          <May use="POST /api/admin/returns/:id/refuse">
            <Button look="outline" onClick={() => setOpen('refuse')}>
              {t('Decline return ')}
            </Button>
          </May>
        )}
      </div>
      {open === 'accept' && (
        <AcceptDialog
          id={request.id}
          suggested={request.suggestedRefund ?? ''}
          refundable={order.payment?.refundable}
          onClose={close}
        />
      )}
      {open === 'refuse' && <DeclineDialog id={request.id} onClose={close} />}
    </section>
  )
}

/** Asks for the refund of a return, and whether to restock its items. */
function AcceptDialog({
  id,
  suggested,
  refundable,
  onClose,
}: {
  id: number
  suggested: string
  refundable: string | undefined
  onClose(): void
}) {
  const formats = useFormats()
  const { currency, locale, formatMoney, parseCents } = formats
  const [refund, setRefund] = useState(showNumber(suggested, locale))
  const [restock, setRestock] = useState(true)
  const [isTried, setTried] = useState(false)
  const accept = useOrderChange('Return accepted', (api, input: { refund: string; restock: boolean }) =>
    api.call('POST /api/admin/returns/:id/accept', { id, ...input }),
  )
  const typed = readAmount(refund, formats)
  const isAmount = parseCents(typed) !== null
  const preview = useRefundPreview(`return ${id}`, isAmount ? typed : null, (api, refund: string) =>
    api.call('POST /api/admin/returns/:id/preview', { id, refund }),
  )

  function submit() {
    setTried(true)
    if (isAmount) accept.mutate({ refund: typed, restock }, { onSuccess: onClose })
  }

  return (
    <ChangeDialog
      title={t('Accept return')}
      submit={t('Accept and refund')}
      change={accept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('Refund in {code}', { code: currency?.code ?? '' })}
        hint={
          refundable &&
          t('Up to {refundable}. Enter 0 for no refund.', { refundable: formatMoney(refundable) })
        }
        inputMode="decimal"
        autoComplete="off"
        value={refund}
        error={
          isTried && !isAmount
            ? (amountQuestion(refund, formats) ?? `Enter an amount${suchAs(formats)}`)
            : undefined
        }
        onChange={({ target }) => setRefund(target.value)}
      />
      {isAmount && Number(typed) > 0 && <RefundSums preview={preview} isRejected={accept.error !== null} />}
      <Checkbox
        label={t('Restock items')}
        checked={restock}
        onChange={({ target }) => setRestock(target.checked)}
      />
    </ChangeDialog>
  )
}

/** Asks why a return is declined. The reason is emailed to the customer. */
function DeclineDialog({ id, onClose }: { id: number; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const decline = useOrderChange('Return declined', (api, reason: string) =>
    api.call('POST /api/admin/returns/:id/refuse', { id, reason }),
  )

  function submit() {
    setTried(true)
    if (reason.trim().length >= 3) decline.mutate(reason, { onSuccess: onClose })
  }

  return (
    <ChangeDialog
      title={t('Decline return')}
      submit={t('Decline return')}
      isDanger
      change={decline}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label={t('Reason')}
        rows={3}
        maxLength={RETURN_REASON_MAX}
        value={reason}
        error={isTried && reason.trim().length < 3 ? RETURN_MESSAGES.sayWhy : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </ChangeDialog>
  )
}
