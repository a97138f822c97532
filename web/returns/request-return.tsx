import { useState } from 'react'
import { DateText } from '../orders/dates.tsx'
import type { OrderFacts, Proof } from '../orders/queries.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { ReturnForm } from './return-form.tsx'

/** 'Withdraw from contract', while something of a delivered order can still go back (contract section 4). */
export function RequestReturn({ order, proof }: { order: OrderFacts; proof: Proof }) {
  const [isOpen, setOpen] = useState(false)
  const { returnUntil } = order
  const hasSomething = order.items.some(({ returnable }) => returnable > 0)
  if (returnUntil === null || !hasSomething || Date.parse(returnUntil) < Date.now()) return null
  return (
    <div className="script-only">
      <Button look="outline" onClick={() => setOpen(true)}>
        Withdraw from contract
      </Button>
      <p className="mt-2 text-muted text-sm">
        You can return what you do not want to keep until <DateText at={returnUntil} />.
      </p>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title="Withdraw from contract">
        <ReturnForm order={order} proof={proof} onDone={() => setOpen(false)} />
      </Modal>
    </div>
  )
}
