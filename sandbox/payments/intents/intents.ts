import type Stripe from 'stripe'
import { z } from 'zod'
import { rejectAmount } from '../amounts.ts'
import { invalidRequest } from '../api/api-error.ts'
import { flag, integer, metadata, text, webUrl } from '../api/parameters.ts'
import { paymentMethodNamed } from '../cards/payment-methods.ts'
import { nulls, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'
import { saveChange } from '../webhooks.ts'

const KNOWN = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()))
const currency = z.string().refine((code) => KNOWN.has(code), 'This currency is unknown')

export const IntentCreation = z.strictObject({
  amount: integer,
  currency,
  description: text(1000).optional(),
  metadata: metadata.optional(),
  statement_descriptor_suffix: text(22).optional(),
  automatic_payment_methods: z.strictObject({ enabled: flag }).optional(),
  excluded_payment_method_types: z.array(text(50)).optional(),
  payment_method: text().optional(),
  return_url: webUrl.optional(),
  confirm: flag.optional(),
})
export type IntentCreation = z.infer<typeof IntentCreation>

export const IntentChange = z.strictObject({ amount: integer.optional(), metadata: metadata.optional() })

export const Cancellation = z.strictObject({
  cancellation_reason: z
    .enum(['duplicate', 'fraudulent', 'requested_by_customer', 'abandoned'], 'This reason is unknown')
    .optional(),
})

export function createIntent(provider: Provider, input: IntentCreation): Stripe.PaymentIntent {
  rejectAmount(provider, input.amount, input.currency)
  const method = input.payment_method && paymentMethodNamed(provider, input.payment_method).id
  return saveChange<Stripe.PaymentIntent>(provider, 'payment_intent.created', {
    ...newIntent(provider, input),
    ...(method && { payment_method: method, status: 'requires_confirmation' }),
  })
}

export function updateIntent(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  { amount = intent.amount, metadata }: z.infer<typeof IntentChange>,
) {
  if (amount !== intent.amount) {
    rejectUnless(intent, awaitsPayment, 'updated')
    rejectAmount(provider, amount, intent.currency)
  }
  const changed = { ...intent, amount, metadata: { ...intent.metadata, ...metadata } }
  saveObject(provider, changed)
  return changed
}

export function cancelIntent(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  input: z.infer<typeof Cancellation>,
) {
  rejectUnless(intent, [...awaitsPayment, 'requires_action'], 'canceled')
  return saveChange<Stripe.PaymentIntent>(provider, 'payment_intent.canceled', {
    ...intent,
    status: 'canceled',
    canceled_at: nowInSeconds(),
    cancellation_reason: input.cancellation_reason ?? null,
    next_action: null,
  })
}

/** Statuses before the buyer starts to pay. */
export const awaitsPayment: readonly Stripe.PaymentIntent.Status[] = [
  'requires_payment_method',
  'requires_confirmation',
]

export function rejectUnless(
  intent: Stripe.PaymentIntent,
  allowed: readonly Stripe.PaymentIntent.Status[],
  what: string,
) {
  if (allowed.includes(intent.status)) return
  throw invalidRequest(
    `This payment intent cannot be ${what}: its status is ${intent.status}, but must be ${allowed.join(' or ')}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  )
}

/** The payment methods enabled on the account's dashboard. The sandbox emulates only cards. */
const enabledMethods = ['card', 'us_bank_account']

/** Returns a new intent, with every field that the API shows. */
function newIntent({ isLive }: Provider, input: IntentCreation): Stripe.PaymentIntent {
  const id = newId('pi_3')
  const excluded = input.excluded_payment_method_types ?? null
  return {
    id,
    object: 'payment_intent',
    ...nulls('allowed_payment_method_types application application_fee_amount canceled_at'),
    ...nulls('cancellation_reason customer customer_account last_payment_error latest_charge'),
    ...nulls('managed_payments next_action on_behalf_of payment_method'),
    ...nulls('payment_method_configuration_details payment_record processing receipt_email review'),
    ...nulls('setup_future_usage shipping source statement_descriptor transfer_data transfer_group'),
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    automatic_payment_methods: { allow_redirects: 'always', enabled: true },
    capture_method: 'automatic_async',
    client_secret: newId(`${id}_secret_`, 25),
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency: input.currency,
    description: input.description ?? null,
    excluded_payment_method_types: excluded,
    livemode: isLive,
    metadata: input.metadata ?? {},
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: enabledMethods.filter((type) => !excluded?.includes(type)),
    statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
  }
}
