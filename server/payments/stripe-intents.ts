import { domainToASCII } from 'node:url'
import type Stripe from 'stripe'
import { chargeOf } from '#contract/checkout/charge.ts'
import type { StripeSettings } from '../stripe-settings.ts'
import type { PaymentGateway } from './provider.ts'
import { allSince, isUnexpectedState, mapped, orNull, translateErrors } from './stripe-errors.ts'
import { idOf, marks, paidCharge, toIntent } from './stripe-objects.ts'

type IntentCalls =
  | 'causeTestEvent'
  | 'createIntent'
  | 'updateIntent'
  | 'findIntent'
  | 'cancelIntent'
  | 'listIntents'
  | 'findCharge'
  | 'findFailedCharge'
  | 'countDeclines'
  | 'sendReceipt'

/** Payment intents and their charges. */
export function stripeIntents(
  stripe: Stripe,
  shopId: string,
  {
    hasDelayedMethods,
    hasReceipts,
    statementSuffix,
  }: Pick<StripeSettings, 'hasDelayedMethods' | 'hasReceipts' | 'statementSuffix'>,
): Pick<PaymentGateway, IntentCalls> {
  const intentOf = (intent: Stripe.PaymentIntent) => toIntent(intent, shopId, hasReceipts)
  return {
    causeTestEvent: () =>
      translateErrors(async () => {
        const { id } = await stripe.paymentIntents.create({
          amount: TEST_CENTS,
          currency: 'usd',
          description: 'Test event of the shop, canceled immediately',
        })
        await stripe.paymentIntents.cancel(id)
      }),
    createIntent: ({ orderId, version, amountCents, currency }, idempotencyKey) =>
      translateErrors(async () =>
        intentOf(
          await stripe.paymentIntents.create(
            {
              amount: chargeOf(amountCents, currency),
              currency: currency.code.toLowerCase(),
              automatic_payment_methods: { enabled: true },
              ...(hasDelayedMethods ? {} : { excluded_payment_method_types: DELAYED_METHODS }),
              description: `Order ${orderId}`,
              ...(statementSuffix ? suffixOf(statementSuffix, orderId) : {}),
              metadata: marks.intent(shopId, { orderId, version }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    updateIntent: (id, { amountCents, currency, ...order }) =>
      translateErrors(async () =>
        intentOf(
          await stripe.paymentIntents.update(id, {
            amount: chargeOf(amountCents, currency),
            metadata: marks.intent(shopId, order),
          }),
        ),
      ),
    findIntent: (id) =>
      translateErrors(async () => intentOf(await stripe.paymentIntents.retrieve(id, WITH_CHARGE))),
    cancelIntent: (id) =>
      translateErrors(async () => {
        try {
          return intentOf(await stripe.paymentIntents.cancel(id, { cancellation_reason: 'abandoned' }))
        } catch (error) {
          if (!isUnexpectedState(error)) throw error
          return intentOf(await stripe.paymentIntents.retrieve(id))
        }
      }),
    listIntents: (since) => mapped(stripe.paymentIntents.list(allSince(since)), intentOf),
    findCharge: (intentId) =>
      translateErrors(async () => {
        return paidCharge(await stripe.paymentIntents.retrieve(intentId, WITH_CHARGE))
      }),
    findFailedCharge: (id) =>
      translateErrors(async () => {
        const charge = await orNull(stripe.charges.retrieve(id))
        return charge?.status === 'failed' ? { intentId: idOf(charge.payment_intent) } : null
      }),
    countDeclines: (intentId) =>
      translateErrors(async () => {
        const { data } = await stripe.charges.list({ payment_intent: intentId, limit: 100 })
        return data.filter(({ status }) => status === 'failed').length
      }),
    sendReceipt: (chargeId, email) =>
      translateErrors(async () => {
        const address = asciiEmail(email)
        if (address === null) return
        const options = { idempotencyKey: `receipt-${chargeId}` }
        await stripe.charges.update(chargeId, { receipt_email: address }, options)
      }),
  }
}

/**
 * 'jo@bücher.example' -> 'jo@xn--bcher-kva.example', because Stripe rejects email addresses with letters outside ASCII. Null
 * if they are before the @, where nothing can replace them.
 */
function asciiEmail(email: string): string | null {
  const at = email.lastIndexOf('@')
  const domain = domainToASCII(email.slice(at + 1))
  const address = `${email.slice(0, at)}@${domain}`
  return domain !== '' && /^\p{ASCII}+$/u.test(address) ? address : null
}

/** Stripe accepts at most 22 characters, and not only digits. A prefix that makes the suffix too long is omitted. */
function suffixOf(template: string, orderId: string) {
  const whole = template.replace('{order}', orderId)
  const suffix =
    whole.length <= SUFFIX_MAX ? whole : template.replace('{order}', orderId.slice(-RANDOM_LENGTH))
  return /[a-z]/i.test(suffix) ? { statement_descriptor_suffix: suffix } : {}
}

const SUFFIX_MAX = 22
/** The length of an order ID without its prefix. */
const RANDOM_LENGTH = 'XXXX-XXXX'.length

const WITH_CHARGE = { expand: ['latest_charge'] }

/** Above Stripe's minimum in every currency that an account may be paid out in. */
const TEST_CENTS = 1000

/** Payment methods that are confirmed hours or days after the shopper has paid. Stock isn't reserved that long. */
const DELAYED_METHODS: Stripe.PaymentIntentCreateParams.ExcludedPaymentMethodType[] = [
  'acss_debit',
  'au_becs_debit',
  'bacs_debit',
  'boleto',
  'customer_balance',
  'konbini',
  'multibanco',
  'nz_bank_account',
  'oxxo',
  'payto',
  'sepa_debit',
  'sofort',
  'us_bank_account',
]
