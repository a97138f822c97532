import { useState } from 'react'
import { formatMoney } from '#contract/money.ts'
import { ORDER_MESSAGES, REASON_MAX } from '#contract/orders/rules.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { type AdminOrder, useOrderChange } from './queries.ts'

/** Cancels a paid order with a full refund. What was sent already is not on the shelf. */
export function CancelDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [restock, setRestock] = useState(order.status === 'processing')
  const [isTried, setTried] = useState(false)
  const cancel = useOrderChange('Order cancelled', (api, input: { restock: boolean; reason: string }) =>
    api.call('POST /api/admin/orders/:orderId/cancel', { orderId: order.id, ...input }),
  )

  function submit() {
    setTried(true)
    if (reason.trim()) cancel.mutate({ restock, reason }, { onSuccess: onClose })
  }

  return (
    <ChangeDialog
      title="Cancel this order?"
      submit="Cancel and refund"
      isDanger
      change={cancel}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {formatMoney(order.payment?.refundable ?? '0.00')} goes back to the card, and the customer is told.
      </p>
      <Field
        label="Reason"
        maxLength={REASON_MAX}
        value={reason}
        error={isTried && !reason.trim() ? ORDER_MESSAGES.reason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <Checkbox
        label="Put its items back in stock"
        checked={restock}
        onChange={({ target }) => setRestock(target.checked)}
      />
    </ChangeDialog>
  )
}
