import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { isPickedUp } from '#contract/orders/delivery.ts'
import { Shipment } from '#contract/orders/transitions.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import type { DialogProps } from '../../ui/dialog-form.tsx'
import { Field } from '../../ui/field.tsx'
import { type AdminOrder, useOrderChange } from './queries.ts'

/** Asks for the carrier and tracking number of a shipment. */
export function ShipDialog({ order: { id: orderId }, onClose }: { order: AdminOrder; onClose(): void }) {
  const ship = useOrderChange('Order shipped', (api, shipment: Shipment) =>
    api.call('POST /api/admin/orders/:orderId/ship', { orderId, ...shipment }),
  )
  return (
    <ShipmentDialog
      title={t('Mark as shipped')}
      submit={t('Mark as shipped')}
      hint={t('We’ll email these details to the customer.')}
      change={ship}
      onSave={(shipment) => ship.mutate(shipment, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

/** The labels of the buttons. */
export const transitionLabels = (order: AdminOrder) =>
  isPickedUp(order)
    ? { ship: 'Mark as ready for pickup', deliver: 'Mark as picked up' }
    : { ship: 'Mark as shipped', deliver: 'Mark as delivered' }

/** A pickup has no carrier, but the status needs one. */
const NO_CARRIER: Shipment = { carrier: 'Pickup', trackingNumber: null }

/** Marks an order as ready for pickup. */
export function ReadyDialog({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const ready = useOrderChange('Order ready for pickup', (api, orderId: string) =>
    api.call('POST /api/admin/orders/:orderId/ship', { orderId, ...NO_CARRIER }),
  )
  return (
    <ChangeDialog
      title={t('Mark as ready for pickup?')}
      submit={t('Mark as ready for pickup')}
      change={ready}
      onSubmit={() => ready.mutate(orderId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('We’ll email the customer that the order is ready. You can’t undo this.')}</p>
    </ChangeDialog>
  )
}

export function DeliverDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { id: orderId } = order
  const label = transitionLabels(order).deliver
  const deliver = useOrderChange(
    isPickedUp(order) ? 'Order picked up' : 'Order delivered',
    (api, orderId: string) => api.call('POST /api/admin/orders/:orderId/deliver', { orderId }),
  )
  return (
    <ChangeDialog
      title={`${label}?`}
      submit={label}
      change={deliver}
      onSubmit={() => deliver.mutate(orderId, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('The customer will be emailed, and the return period will start. You can’t undo this.')}</p>
    </ChangeDialog>
  )
}

/** Corrects the carrier or tracking number of a shipped order. */
export function CorrectTrackingDialog({ order, onClose }: { order: AdminOrder; onClose(): void }) {
  const { id: orderId, status, carrier, trackingNumber } = order
  const correct = useOrderChange('Tracking corrected', (api, shipment: Shipment) =>
    api.call('PUT /api/admin/orders/:orderId/parcel', { orderId, ...shipment }),
  )
  return (
    <ShipmentDialog
      title={t('Correct tracking')}
      submit={t('Save')}
      hint={
        status === 'shipped'
          ? t('We’ll email the corrected details to the customer.')
          : t('The order was delivered, so the customer won’t be emailed.')
      }
      shipment={{ carrier, trackingNumber }}
      change={correct}
      onSave={(shipment) => correct.mutate(shipment, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

function ShipmentDialog({
  title,
  submit,
  hint,
  shipment,
  change,
  onSave,
  onClose,
}: {
  title: string
  submit: string
  hint: string
  /** The current values. */
  shipment?: Pick<AdminOrder, 'carrier' | 'trackingNumber'>
  change: DialogProps['change']
  onSave(shipment: Shipment): void
  onClose(): void
}) {
  const [carrier, setCarrier] = useState(shipment?.carrier ?? '')
  const [trackingNumber, setTrackingNumber] = useState(shipment?.trackingNumber ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})

  function save() {
    const read = Shipment.safeParse({ carrier, trackingNumber: trackingNumber.trim() || null })
    setErrors(Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [path[0], message])))
    if (read.success) onSave(read.data)
  }

  return (
    <ChangeDialog title={title} submit={submit} change={change} onSubmit={save} onClose={onClose}>
      <p>{hint}</p>
      <Field
        label={t('Carrier')}
        placeholder="UPS"
        value={carrier}
        error={errors.carrier}
        onChange={({ target }) => setCarrier(target.value)}
      />
      <Field
        label={t('Tracking number (optional)')}
        autoComplete="off"
        value={trackingNumber}
        error={errors.trackingNumber}
        onChange={({ target }) => setTrackingNumber(target.value)}
      />
    </ChangeDialog>
  )
}
