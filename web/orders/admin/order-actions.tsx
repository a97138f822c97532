import { useState } from 'react'
import { useAdminAddress } from '../../admin/address.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { HoldDialog } from './order-review.tsx'
import { CorrectParcelDialog, DeliverDialog, ShipDialog } from './parcel-dialogs.tsx'
import { type AdminOrder, useOrderChange } from './queries.ts'
import { RefundDialog } from './refund-dialog.tsx'

/** What can be done with the order now, along the table of moves (contract section 4). */
export function OrderActions({ order }: { order: AdminOrder }) {
  const { id, status, payment, reviewReason } = order
  const { addressWith } = useAdminAddress()
  const [open, setOpen] = useState<'ship' | 'deliver' | 'hold' | 'correct' | 'cancel' | 'refund' | null>(null)
  const close = () => setOpen(null)
  const release = useOrderChange('Hold released', (api, orderId: string) =>
    api.call('POST /api/admin/orders/:orderId/release', { orderId }),
  )
  const isOpen = status === 'processing' || status === 'shipped'
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {status === 'processing' && reviewReason === null && (
        <>
          <Button onClick={() => setOpen('ship')}>Mark as shipped</Button>
          <Button look="outline" onClick={() => setOpen('hold')}>
            Hold for review
          </Button>
        </>
      )}
      {status === 'shipped' && <Button onClick={() => setOpen('deliver')}>Mark as delivered</Button>}
      {status === 'pending' && (
        <Button isBusy={release.isPending} onClick={() => release.mutate(id)}>
          Release hold
        </Button>
      )}
      {status !== 'pending' && status !== 'cancelled' && (
        <ButtonLink look="outline" to={addressWith({ slip: id })}>
          Packing slip
        </ButtonLink>
      )}
      {(status === 'shipped' || status === 'delivered') && (
        <Button look="outline" onClick={() => setOpen('correct')}>
          Correct tracking
        </Button>
      )}
      {payment && Number(payment.refundable) > 0 && (
        <Button look="outline" onClick={() => setOpen('refund')}>
          Refund a part
        </Button>
      )}
      {isOpen && (
        <Button look="outline" onClick={() => setOpen('cancel')}>
          Cancel and refund
        </Button>
      )}
      {open === 'ship' && <ShipDialog order={order} onClose={close} />}
      {open === 'deliver' && <DeliverDialog orderId={id} onClose={close} />}
      {open === 'hold' && <HoldDialog orderId={id} onClose={close} />}
      {open === 'correct' && <CorrectParcelDialog order={order} onClose={close} />}
      {open === 'cancel' && <CancelDialog order={order} onClose={close} />}
      {open === 'refund' && payment && <RefundDialog orderId={id} payment={payment} onClose={close} />}
    </div>
  )
}
