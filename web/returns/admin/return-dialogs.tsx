import { useState } from 'react'
import { formatMoney, parseCents } from '#contract/money.ts'
import { RETURN_MESSAGES, RETURN_REASON_MAX } from '#contract/returns/rules.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { amountQuestion, readAmount } from '../../admin/typed-amount.ts'
import { useOrderChange } from '../../orders/admin/queries.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field, TextArea } from '../../ui/field.tsx'

/** How much goes back for a return, and whether its items can be sold again. */
export function AcceptDialog({
  id,
  suggested,
  refundable,
  onClose,
}: {
  id: number
  suggested: string
  refundable: string
  onClose(): void
}) {
  const [refund, setRefund] = useState(suggested)
  const [restock, setRestock] = useState(true)
  const [isTried, setTried] = useState(false)
  const accept = useOrderChange('Return accepted', (api, input: { refund: string; restock: boolean }) =>
    api.call('POST /api/admin/returns/:id/accept', { id, ...input }),
  )
  const isAmount = parseCents(readAmount(refund)) !== null

  function submit() {
    setTried(true)
    if (isAmount) accept.mutate({ refund: readAmount(refund), restock }, { onSuccess: onClose })
  }

  return (
    <ChangeDialog
      title="Accept return"
      submit="Accept and refund"
      change={accept}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Refund in USD"
        hint={`At most ${formatMoney(refundable)}; 0 gives nothing back.`}
        inputMode="decimal"
        autoComplete="off"
        value={refund}
        error={
          isTried && !isAmount
            ? (amountQuestion(refund) ?? 'Please enter an amount such as 49.99')
            : undefined
        }
        onChange={({ target }) => setRefund(target.value)}
      />
      <Checkbox
        label="Put its items back in stock"
        checked={restock}
        onChange={({ target }) => setRestock(target.checked)}
      />
    </ChangeDialog>
  )
}

/** Why a return is refused; the customer reads it. */
export function RefuseDialog({ id, onClose }: { id: number; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const refuse = useOrderChange('Return refused', (api, reason: string) =>
    api.call('POST /api/admin/returns/:id/refuse', { id, reason }),
  )

  function submit() {
    setTried(true)
    if (reason.trim().length >= 3) refuse.mutate(reason, { onSuccess: onClose })
  }

  return (
    <ChangeDialog
      title="Refuse return"
      submit="Refuse return"
      isDanger
      change={refuse}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        rows={3}
        maxLength={RETURN_REASON_MAX}
        value={reason}
        error={isTried && reason.trim().length < 3 ? RETURN_MESSAGES.sayWhy : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
    </ChangeDialog>
  )
}
