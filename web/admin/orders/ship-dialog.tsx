import { useState } from 'react'
import { Parcel } from '#contract/order-moves.ts'
import { Field } from '../../ui/field.tsx'
import { DialogForm } from '../dialog-form.tsx'
import { useOrderChange } from './queries.ts'

/** With which carrier the order leaves, and how it can be followed. */
export function ShipDialog({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const [carrier, setCarrier] = useState('')
  const [trackingNumber, setTrackingNumber] = useState('')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const ship = useOrderChange('Order shipped', (api, parcel: Parcel) =>
    api.call('POST /api/admin/orders/:orderId/ship', { orderId, ...parcel }),
  )

  function submit() {
    const read = Parcel.safeParse({ carrier, trackingNumber: trackingNumber.trim() || null })
    setErrors(Object.fromEntries((read.error?.issues ?? []).map(({ path, message }) => [path[0], message])))
    if (read.success) ship.mutate(read.data, { onSuccess: onClose })
  }

  return (
    <DialogForm
      title="Mark as shipped"
      submit="Mark as shipped"
      change={ship}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>The customer is emailed what you enter here.</p>
      <Field
        label="Carrier"
        placeholder="UPS"
        value={carrier}
        error={errors.carrier}
        onChange={({ target }) => setCarrier(target.value)}
      />
      <Field
        label="Tracking number (optional)"
        autoComplete="off"
        value={trackingNumber}
        error={errors.trackingNumber}
        onChange={({ target }) => setTrackingNumber(target.value)}
      />
    </DialogForm>
  )
}
