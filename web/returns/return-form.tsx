import { type FormEvent, useState } from 'react'
import { RETURN_MESSAGES, RETURN_REASON_MAX } from '#contract/returns/rules.ts'
import type { OrderFacts, Proof } from '../orders/queries.ts'
import { Button } from '../ui/button.tsx'
import { Select, TextArea } from '../ui/field.tsx'
import { useRequestReturn } from './queries.ts'

/** Which items go back, how many of each, and why if one likes to say. With one single item it is chosen already. */
export function ReturnForm({ order, proof, onDone }: { order: OrderFacts; proof: Proof; onDone(): void }) {
  const request = useRequestReturn()
  const items = order.items.filter(({ returnable }) => returnable > 0)
  const [first] = items
  const [chosen, setChosen] = useState<Record<number, number>>(
    items.length === 1 && first?.returnable === 1 ? { [first.id]: 1 } : {},
  )
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const wanted = items
    .map(({ id }) => ({ itemId: id, quantity: chosen[id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wanted.length > 0) request.mutate({ ...proof, items: wanted, reason }, { onSuccess: onDone })
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <p>What do you want to return from order {order.id}? You need not say why.</p>
      {items.map(({ id, product, returnable }) => (
        <Select
          key={id}
          label={product.name}
          value={chosen[id] ?? 0}
          onChange={({ target }) => setChosen({ ...chosen, [id]: Number(target.value) })}
        >
          {Array.from({ length: returnable + 1 }, (_, quantity) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the quantity is what the choice means
            <option key={quantity} value={quantity}>
              {quantity === 0 ? 'Keep' : `Return ${quantity} of ${returnable}`}
            </option>
          ))}
        </Select>
      ))}
      {isTried && wanted.length === 0 && (
        <p role="alert" className="text-sale text-sm">
          {RETURN_MESSAGES.chooseItems}
        </p>
      )}
      <TextArea
        label="Reason (optional)"
        rows={3}
        maxLength={RETURN_REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" className="w-full" isBusy={request.isPending}>
        Confirm withdrawal
      </Button>
    </form>
  )
}
