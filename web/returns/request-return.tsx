import { type FormEvent, useState } from 'react'
import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { RETURN_MESSAGES, RETURN_REASON_MAX } from '#contract/returns/rules.ts'
import { type OrderFacts, type Proof, useFreshOrders } from '../orders/queries.ts'
import { DateText } from '../orders/status.tsx'
import { type InputOf, reasonOf, useApi } from '../platform/api.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button } from '../ui/button.tsx'
import { Select, TextArea } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { Trans } from '../ui/trans.tsx'

/** 'Return items', shown as long as items of a delivered order can be returned (contract section 4). */
export function RequestReturn({ order, proof }: { order: OrderFacts; proof: Proof }) {
  const [isOpen, setOpen] = useState(false)
  const { open, confirm } = useReturnLabels()
  const { returnUntil } = order
  const hasSomething = order.items.some(({ returnable }) => returnable > 0)
  if (returnUntil === null || !hasSomething || Date.parse(returnUntil) < Date.now()) return null
  return (
    <div className="script-only">
      <Button look="outline" onClick={() => setOpen(true)}>
        {open}
      </Button>
      <p className="mt-2 text-muted text-sm">
        <Trans
          text="You can return items until <dateText/>."
          parts={{ dateText: <DateText at={returnUntil} /> }}
        />
      </p>
      <Modal isOpen={isOpen} onClose={() => setOpen(false)} title={open}>
        <ReturnForm order={order} proof={proof} confirm={confirm} onDone={() => setOpen(false)} />
      </Modal>
    </div>
  )
}

/** The law of the EU prescribes the labels (Directive 2011/83/EU, article 11a). */
function useReturnLabels() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  return shop?.shipsToEu
    ? { open: 'Withdraw from contract', confirm: 'Confirm withdrawal' }
    : { open: 'Return items', confirm: 'Request return' }
}

type ReturnFormProps = { order: OrderFacts; proof: Proof; confirm: string; onDone(): void }

/**
 * The items to return, their quantities, and an optional reason. A single item is preselected.
 * @param props.confirm label of the button
 */
function ReturnForm({ order, proof, confirm, onDone }: ReturnFormProps) {
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
      <p>{t('What do you want to return from order {id}? No reason needed.', { id: order.id })}</p>
      {items.map(({ id, product, variant, returnable }) => (
        <Select
          key={id}
          label={lineName(product.name, variant)}
          value={chosen[id] ?? 0}
          onChange={({ target }) => setChosen({ ...chosen, [id]: Number(target.value) })}
        >
          {Array.from({ length: returnable + 1 }, (_, quantity) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the quantity is what the choice means
            <option key={quantity} value={quantity}>
              {quantity === 0 ? t('Keep') : t('Return {quantity} of {returnable}', { quantity, returnable })}
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
        label={t('Reason (optional)')}
        rows={3}
        maxLength={RETURN_REASON_MAX}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      <Button type="submit" className="w-full" isBusy={request.isPending}>
        {confirm}
      </Button>
    </form>
  )
}

/** Requests a return. A rejection also means that the page is outdated. */
function useRequestReturn() {
  const api = useApi()
  const refresh = useFreshOrders()
  return useMutation({
    mutationFn: (input: InputOf<'POST /api/orders/:orderId/returns'>) =>
      api.call('POST /api/orders/:orderId/returns', input),
    onSuccess: () =>
      showToast(t('Return requested'), t('We’ll email you a confirmation and the next steps.')),
    onError: (error) => {
      showErrorToast('Return not requested', reasonOf(error, 'Please try again.'))
    },
    onSettled: refresh,
  })
}
