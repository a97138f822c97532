import type Stripe from 'stripe'
import { newId } from '../ids.ts'
import { mergeMetadata } from '../metadata.ts'
import { nowInSeconds } from '../provider.ts'
import type { IntentCreation } from './intent-parameters.ts'

/** What the account's dashboard has switched on; the card form plays cards only. */
const switchedOn = ['card', 'us_bank_account']

/** A fresh intent with every field that the API shows. */
export function newIntent(input: IntentCreation): Stripe.PaymentIntent {
  const id = newId('pi_3')
  const types = input.payment_method_types ?? input.allowed_payment_method_types
  const excluded = input.excluded_payment_method_types ?? null
  const automatic = types ? null : { allow_redirects: 'always' as const, enabled: true }
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: input.allowed_payment_method_types ?? null,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: input.automatic_payment_methods ?? automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: input.capture_method ?? 'automatic_async',
    client_secret: newId(`${id}_secret_`, 25),
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency: input.currency,
    customer: null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: excluded,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, input.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: types ?? switchedOn.filter((type) => !excluded?.includes(type)),
    payment_record: null,
    processing: null,
    receipt_email: input.receipt_email ?? null,
    review: null,
    setup_future_usage: input.setup_future_usage ?? null,
    shipping: input.shipping ?? null,
    source: null,
    statement_descriptor: input.statement_descriptor ?? null,
    statement_descriptor_suffix: input.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: input.transfer_group ?? null,
  }
}
