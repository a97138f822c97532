/** Returns the fields of a response that a browser may see, without the fields of an intent that only the shop may read. */
export function browserView(response: object): object {
  if ('object' in response && response.object === 'payment_intent') return pick(response, intentFields)
  if ('error' in response && typeof response.error === 'object' && response.error !== null) {
    const { error } = response
    if ('payment_intent' in error && typeof error.payment_intent === 'object' && error.payment_intent) {
      return { error: { ...error, payment_intent: browserView(error.payment_intent) } }
    }
  }
  return response
}

const intentFields = [
  'id',
  'object',
  'amount',
  'automatic_payment_methods',
  'canceled_at',
  'cancellation_reason',
  'capture_method',
  'client_secret',
  'confirmation_method',
  'created',
  'currency',
  'description',
  'last_payment_error',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_configuration_details',
  'payment_method_types',
  'processing',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'source',
  'status',
]

function pick(object: object, fields: readonly string[]): object {
  return Object.fromEntries(Object.entries(object).filter(([name]) => fields.includes(name)))
}
