/** Asks the API with the publishable key: gives `{answer}`, or `{error}` in the shape that Stripe.js hands on. */
export async function askProvider(origin, key, method, path, parameters = {}) {
  const form = new URLSearchParams(fieldsOf({ ...parameters, key }))
  try {
    // A form without own headers needs no preflight.
    const reply =
      method === 'GET'
        ? await fetch(`${origin}${path}?${form}`)
        : await fetch(`${origin}${path}`, { method, body: form })
    const body = await reply.json()
    return body.error ? { error: body.error } : { answer: body }
  } catch (cause) {
    const message = 'The payment provider cannot be reached. Check your connection and try again.'
    return { error: { type: 'api_connection_error', message, cause: String(cause) } }
  }
}

/** `{card: {number}}` becomes `card[number]`. */
function fieldsOf(value, name = '') {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([step, inner]) => fieldsOf(inner, name ? `${name}[${step}]` : step))
}
