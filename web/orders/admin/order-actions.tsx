import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import { ORDER_MESSAGES, REASON_MAX } from '#contract/orders/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { May, useMay } from '../../admin/permissions.tsx'
import { useFormats } from '../../platform/formats.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { type AdminOrder, useOrderChange } from './queries.ts'
import { RefundDialog } from './refund-dialog.tsx'
import {
  CorrectTrackingDialog,
  DeliverDialog,
  ReadyDialog,
  ShipDialog,
  transitionLabels,
} from './shipment-dialogs.tsx'

/** Actions available for the order's status (contract section 4). */
export function OrderActions({ order }: { order: AdminOrder }) {
  const { id, status, payment, reviewReason } = order
  const { addressWith } = useAdminAddress()
  const may = useMay()
  const [open, setOpen] = useState<'ship' | 'deliver' | 'hold' | 'correct' | 'cancel' | 'refund' | null>(null)
  const close = () => setOpen(null)
  const release = useOrderChange('Hold released', (api, orderId: string) =>
    api.call('POST /api/admin/orders/:orderId/release', { orderId }),
  )
  const isOpen = status === 'processing' || status === 'shipped'
  const { ship, deliver } = transitionLabels(order)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {status === 'processing' && reviewReason === null && (
        <>
          <May use="POST /api/admin/orders/:orderId/ship">
            <Button onClick={() => setOpen('ship')}>{ship}</Button>
          </May>
          <May use="POST /api/admin/orders/:orderId/review">
            <Button look="outline" onClick={() => setOpen('hold')}>
              {t('Hold for review')}
            </Button>
          </May>
        </>
      )}
      {status === 'shipped' && may('POST /api/admin/orders/:orderId/deliver') && (
        <Button onClick={() => setOpen('deliver')}>{deliver}</Button>
      )}
      {status === 'pending' && may('POST /api/admin/orders/:orderId/release') && (
        <Button isBusy={release.isPending} onClick={() => release.mutate(id)}>
          {t('Release hold')}
        </Button>
      )}
      {status !== 'pending' && status !== 'cancelled' && (
        <ButtonLink look="outline" to={addressWith({ slip: id })}>
          {t('Packing slip')}
        </ButtonLink>
      )}
      {!isPickedUp(order) &&
        (status === 'shipped' || status === 'delivered') &&
        may('PUT /api/admin/orders/:orderId/parcel') && (
          <Button look="outline" onClick={() => setOpen('correct')}>
            {t('Correct tracking')}
          </Button>
        )}
      {payment && Number(payment.refundable) > 0 && may('POST /api/admin/orders/:orderId/refunds') && (
        <Button look="outline" onClick={() => setOpen('refund')}>
          {t('Partial refund')}
        </Button>
      )}
      {isOpen && may('POST /api/admin/orders/:orderId/cancel') && (
        <Button look="outline" onClick={() => setOpen('cancel')}>
          {t('Cancel and refund')}
        </Button>
      )}
      {open === 'ship' &&
        (isPickedUp(order) ? (
          <ReadyDialog orderId={id} onClose={close} />
        ) : (
          <ShipDialog order={order} onClose={close} />
        ))}
      {open === 'deliver' && <DeliverDialog order={order} onClose={close} />}
      {open === 'hold' && <HoldDialog orderId={id} onClose={close} />}
      {open === 'correct' && <CorrectTrackingDialog order={order} onClose={close} />}
      {open === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {open === 'refund' && payment && <RefundDialog order={order} payment={payment} onClose={close} />}
    </div>
  )
}

/** Cancels a paid order with a full refund. Shipped items can't be restocked. */
function CancelDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { formatMoney } = useFormats()
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
      title={t('Cancel this order?')}
      submit={t('Cancel and refund')}
      isDanger
      change={cancel}
      onSubmit={submit}
      onClose={onClose}
    >
      {order.payment && (
        <p>
          {t('{refundable} will be refunded to the card, and the customer will be notified.', {
            refundable: formatMoney(order.payment.refundable),
          })}
        </p>
      )}
      <Field
        label={t('Reason')}
        maxLength={REASON_MAX}
        value={reason}
        error={isTried && !reason.trim() ? ORDER_MESSAGES.reason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <Checkbox
        label={t('Restock items')}
        checked={restock}
        onChange={({ target }) => setRestock(target.checked)}
      />
    </ChangeDialog>
  )
}

/** Why an order must not ship yet, with a button to approve it. */
export function OrderReview({ order: { id, reviewReason } }: { order: AdminOrder }) {
  const approve = useOrderChange('Order approved', (api, orderId: string) =>
    api.call('POST /api/admin/orders/:orderId/approve', { orderId }),
  )
  if (reviewReason === null) return null
  return (
    <section aria-label={t('Review')} className="mt-5 warning">
      <h3 className="text-lg">{t('Held for review')}</h3>
      <p className="wrap-anywhere mt-1">{reviewReason}</p>
      <p className="mt-1 text-muted text-sm">
        {t(
          'Check the customer, the address, and the payment. Then approve the order, or cancel and refund it.',
        )}
      </p>
      <May use="POST /api/admin/orders/:orderId/approve">
        <Button className="mt-3" isBusy={approve.isPending} onClick={() => approve.mutate(id)}>
          {t('Approve order')}
        </Button>
      </May>
    </section>
  )
}

function HoldDialog({ orderId, onClose }: { orderId: string; onClose(): void }) {
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
      title={t('Hold for review')}
      submit={t('Hold order')}
      change={hold}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('The order can’t be shipped until an admin approves it. The customer isn’t notified.')}</p>
      <Field
        label={t('Reason')}
        maxLength={REASON_MAX}
        value={reason}
        error={isTried && !reason.trim() ? ORDER_MESSAGES.reason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </ChangeDialog>
  )
}
