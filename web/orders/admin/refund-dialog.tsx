import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { ORDER_MESSAGES, REASON_MAX } from '#contract/orders/rules.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { amountQuestion, readAmount, suchAs } from '../../admin/typed-amount.ts'
import type { Api, InputOf } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { Field, Select } from '../../ui/field.tsx'
import { type AdminOrder, type AdminPayment, useOrderChange } from './queries.ts'
import { type ChosenUnits, RefundItems } from './refund-items.tsx'
import { type RefundInput, RefundSums, useRefundPreview } from './refund-preview.tsx'

type Category = NonNullable<InputOf<'POST /api/admin/orders/:orderId/refunds'>['category']>

const CATEGORIES: Record<Category, string> = {
  requested_by_customer: 'Requested by customer',
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
}

/** Refunds items and shipping of an order, or an amount. The order keeps its status. */
export function RefundDialog({
  order,
  payment,
  onClose,
}: {
  order: AdminOrder
  payment: AdminPayment
  onClose(): void
}) {
  const { id: orderId, items, status } = order
  const canRefundItems = status !== 'cancelled'
  const [isByItem, setByItem] = useState(
    canRefundItems && items.some(({ quantity, refunded }) => refunded < quantity),
  )
  const [units, setUnits] = useState<ChosenUnits>({})
  const [shipping, setShipping] = useState('')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [category, setCategory] = useState('')
  const [isTried, setTried] = useState(false)
  const refund = useOrderChange(
    'Refund requested',
    (api, input: Omit<InputOf<'POST /api/admin/orders/:orderId/refunds'>, 'orderId'>) =>
      api.call('POST /api/admin/orders/:orderId/refunds', { orderId, ...input }),
  )
  const formats = useFormats()
  const { currency, formatMoney, parseCents } = formats
  const problemOf = (typed: string, message: string) =>
    amountQuestion(typed, formats) ?? `${message}${suchAs(formats)}`

  const typedAmount = readAmount(amount, formats)
  const amountCents = parseCents(typedAmount)
  const isAmount = amountCents !== null && amountCents > 0
  const typedShipping = readAmount(shipping, formats)
  const isShipping = shipping.trim() === '' || parseCents(typedShipping) !== null
  const lines = Object.entries(units)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([itemId, chosen]) => ({ itemId: Number(itemId), ...chosen }))
  const input: RefundInput | null = isByItem
    ? isShipping
      ? { lines, ...(shipping.trim() && { shipping: typedShipping }) }
      : null
    : isAmount
      ? { amount: typedAmount }
      : null
  const ask = (api: Api, input: RefundInput) =>
    api.call('POST /api/admin/orders/:orderId/refunds/preview', { orderId, ...input })
  const preview = useRefundPreview(`${orderId} ${payment.refunded}`, input, ask)
  // A rejected preview has no data, but the field for shipping must stay.
  const nothing = useRefundPreview(`${orderId} ${payment.refunded} nothing`, canRefundItems ? {} : null, ask)
  const isChosen = isByItem ? lines.length > 0 || shipping.trim() !== '' : true

  function submit() {
    setTried(true)
    if (!input || !isChosen || !reason.trim()) return
    const categoryInput = category ? { category: category as Category } : {}
    refund.mutate(
      { ...input, reason, seenRefunded: payment.refunded, ...categoryInput },
      { onSuccess: onClose },
    )
  }

  return (
    <ChangeDialog
      title={t('Partial refund')}
      submit={t('Refund')}
      isDanger
      change={refund}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        {t('You can refund up to {refundable} of this order.', {
          refundable: formatMoney(payment.refundable),
        })}
      </p>
      {canRefundItems && (
        <Select
          label={t('What to refund')}
          value={isByItem ? 'items' : 'amount'}
          onChange={({ target }) => setByItem(target.value === 'items')}
        >
          <option value="items">{t('Items and shipping')}</option>
          <option value="amount">{t('An amount')}</option>
        </Select>
      )}
      {isByItem ? (
        <RefundItems
          order={order}
          units={units}
          shipping={shipping}
          shippingLeft={nothing.data?.shippingLeft}
          shippingError={isTried && !isShipping ? problemOf(shipping, 'Enter an amount') : undefined}
          onUnits={setUnits}
          onShipping={setShipping}
        />
      ) : (
        <Field
          label={t('Amount in {code}', { code: currency?.code ?? '' })}
          hint={t(
            'Spread over everything that isn’t refunded yet, with its taxes in proportion. No items count as refunded.',
          )}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={isTried && !isAmount ? problemOf(amount, ORDER_MESSAGES.refundAmount) : undefined}
          onChange={({ target }) => setAmount(target.value)}
        />
      )}
      {isTried && !isChosen && (
        <p role="alert" className="text-sale text-sm">
          {t('Choose an item, or enter an amount for shipping')}
        </p>
      )}
      {input && <RefundSums preview={preview} isRejected={refund.error !== null} />}
      <Field
        label={t('Reason')}
        maxLength={REASON_MAX}
        value={reason}
        error={isTried && !reason.trim() ? ORDER_MESSAGES.reason : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <Select
        label={t('Reason sent to the bank')}
        value={category}
        onChange={({ target }) => setCategory(target.value)}
      >
        <option value="">{t('Not specified')}</option>
        {Object.entries(CATEGORIES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </ChangeDialog>
  )
}
