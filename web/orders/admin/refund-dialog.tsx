import { useState } from 'react'
import { ORDER_MESSAGES, REASON_MAX } from '#contract/orders/rules.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { amountQuestion, readAmount, suchAs } from '../../admin/typed-amount.ts'
import type { InputOf } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { Field, Select } from '../../ui/field.tsx'
import { type AdminPayment, useOrderChange } from './queries.ts'

type Category = NonNullable<InputOf<'POST /api/admin/orders/:orderId/refunds'>['category']>

const CATEGORIES: Record<Category, string> = {
  requested_by_customer: 'Requested by customer',
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
}

/** Refunds part of a payment. The order keeps its status. */
export function RefundDialog({
  orderId,
  payment,
  onClose,
}: {
  orderId: string
  payment: AdminPayment
  onClose(): void
}) {
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [category, setCategory] = useState('')
  const [isTried, setTried] = useState(false)
  const refund = useOrderChange(
    'Refund requested',
    (api, input: Omit<InputOf<'POST /api/admin/orders/:orderId/refunds'>, 'orderId'>) =>
      api.call('POST /api/admin/orders/:orderId/refunds', { orderId, ...input }),
  )
  const { currency, formatMoney, parseCents } = useFormats()
  const typed = readAmount(amount, currency)
  const cents = parseCents(typed)
  const isAmount = cents !== null && cents > 0

  function submit() {
    setTried(true)
    if (!isAmount || !reason.trim()) return
    const categoryInput = category ? { category: category as Category } : {}
    refund.mutate(
      { amount: typed, reason, seenRefunded: payment.refunded, ...categoryInput },
      { onSuccess: onClose },
    )
  }

  return (
    <ChangeDialog
      title="Partial refund"
      submit="Refund"
      isDanger
      change={refund}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>You can refund up to {formatMoney(payment.refundable)} of this order.</p>
      <Field
        label={`Amount in ${currency?.code ?? ''}`}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        error={
          isTried && !isAmount
            ? (amountQuestion(amount, currency) ?? `${ORDER_MESSAGES.refundAmount}${suchAs(currency)}`)
            : undefined
        }
        onChange={({ target }) => setAmount(target.value)}
      />
      <Field
        label="Reason"
        maxLength={REASON_MAX}
        value={reason}
        error={isTried && !reason.trim() ? ORDER_MESSAGES.reason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <Select
        label="Reason sent to the bank"
        value={category}
        onChange={({ target }) => setCategory(target.value)}
      >
        <option value="">Not specified</option>
        {Object.entries(CATEGORIES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </ChangeDialog>
  )
}
