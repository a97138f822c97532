import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { type OrderFacts, type Proof, useCancelOrder } from './queries.ts'

/** While an order is processing its buyer can cancel it, once asked whether it is meant. */
export function CancelOrder({ order, proof }: { order: OrderFacts; proof: Proof }) {
  const [isAsking, setAsking] = useState(false)
  const cancel = useCancelOrder()
  if (order.status !== 'processing') return null
  return (
    <>
      <Button look="outline" className="script-only" onClick={() => setAsking(true)}>
        Cancel order
      </Button>
      <Modal isOpen={isAsking} onClose={() => setAsking(false)} title="Cancel this order?">
        <p>Order {order.id} will not be sent, and your money goes back to the card that paid for it.</p>
        <div className="mt-5 flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={() => setAsking(false)}>
            Keep the order
          </Button>
          <Button
            look="danger"
            isBusy={cancel.isPending}
            onClick={() => cancel.mutate(proof, { onSettled: () => setAsking(false) })}
          >
            Cancel the order
          </Button>
        </div>
      </Modal>
    </>
  )
}
