import { z } from 'zod'
import { emptyable, flag, integer, metadata, shipping, text, webAddress } from '../api/parameters.ts'
import { cardFields } from '../cards/card-parameters.ts'

const currencies = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))

const currency = z
  .string()
  .transform((code) => code.toLowerCase())
  .refine((code) => currencies.has(code), 'This is no currency')

/** What can be said about an intent at any time. */
const description = {
  description: emptyable(text(1000)).optional(),
  metadata: metadata.optional(),
  receipt_email: emptyable(text(800)).optional(),
  shipping: emptyable(shipping).optional(),
  statement_descriptor: emptyable(text(22)).optional(),
  statement_descriptor_suffix: emptyable(text(22)).optional(),
  transfer_group: text().optional(),
  setup_future_usage: emptyable(z.enum(['on_session', 'off_session'])).optional(),
}

/** With what to pay, and where the buyer comes back to. */
const payment = {
  payment_method: text().optional(),
  payment_method_data: z.strictObject(cardFields).optional(),
  return_url: webAddress.optional(),
  use_stripe_sdk: flag.optional(),
}

export const IntentCreation = z.strictObject({
  amount: integer,
  currency,
  ...description,
  ...payment,
  automatic_payment_methods: z
    .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).default('always') })
    .optional(),
  excluded_payment_method_types: z.array(text(50)).optional(),
  allowed_payment_method_types: z.array(z.literal('card', 'Only cards are played here')).optional(),
  payment_method_types: z.array(z.literal('card', 'Only cards are played here')).optional(),
  capture_method: z
    .enum(['automatic', 'automatic_async'], 'Only automatic capture is played here')
    .optional(),
  confirmation_method: z.literal('automatic', 'Only automatic confirmation is played here').optional(),
  confirm: flag.optional(),
})
export type IntentCreation = z.infer<typeof IntentCreation>

export const IntentChange = z.strictObject({
  amount: integer.optional(),
  currency: currency.optional(),
  payment_method: payment.payment_method,
  ...description,
})
export type IntentChange = z.infer<typeof IntentChange>

export const Confirmation = z.strictObject({
  ...payment,
  client_secret: text().optional(),
  confirmation_token: text().optional(),
  amount_to_confirm: integer.optional(),
  receipt_email: description.receipt_email,
  setup_future_usage: description.setup_future_usage,
  shipping: description.shipping,
})
export type Confirmation = z.infer<typeof Confirmation>

export const Cancellation = z.strictObject({
  cancellation_reason: z
    .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'], 'This is no known reason')
    .optional(),
})
export type Cancellation = z.infer<typeof Cancellation>
