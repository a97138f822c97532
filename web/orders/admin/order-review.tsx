import { useState } from 'react'
import { ORDER_MESSAGES, REASON_MAX } from '#contract/orders/rules.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { type AdminOrder, useOrderChange } from './queries.ts'

/** Why an order must not be shipped yet, and the button that lets it go. */
export function OrderReview({ order: { id, reviewReason } }: { order: AdminOrder }) {
  const approve = useOrderChange('Order approved', (api, orderId: string) =>
    api.call('POST /api/admin/orders/:orderId/approve', { orderId }),
  )
  if (reviewReason === null) return null
  return (
    <section aria-label="Review" className="mt-4 rounded-card border border-sale p-4">
      <h3 className="text-xl">Held for review</h3>
      <p className="wrap-anywhere mt-1">{reviewReason}</p>
      <p className="mt-1 text-muted text-sm">
        Check the customer, the address, and the payment. Then approve the order, or cancel and refund it.
      </p>
      <Button className="mt-3" isBusy={approve.isPending} onClick={() => approve.mutate(id)}>
        Approve order
      </Button>
    </section>
  )
}

export function HoldDialog({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const hold = useOrderChange('Order held for review', (api, reason: string) =>
    api.call('POST /api/admin/orders/:orderId/review', { orderId, reason }),
  )

  function submit() {
    setTried(true)
    if (reason.trim()) hold.mutate(reason, { onSuccess: onClose })
  }

  return (
    <ChangeDialog
      title="Hold for review"
      submit="Hold order"
      change={hold}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>The order can’t be shipped until an admin approves it. The customer isn’t notified.</p>
      <Field
        label="Reason"
        maxLength={REASON_MAX}
        value={reason}
        error={isTried && !reason.trim() ? ORDER_MESSAGES.reason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </ChangeDialog>
  )
}
