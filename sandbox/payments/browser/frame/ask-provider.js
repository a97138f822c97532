// The origin of this script, the frame, and the API. `currentScript` is null in the frame, which loads a module.
export const home = document.currentScript && new URL(document.currentScript.src).origin

/** Calls the API with the publishable key. Returns `{answer}`, or `{error}` in the format of Stripe.js. */
export async function askProvider(origin, key, method, path, parameters = {}) {
  const form = new URLSearchParams(fieldsOf({ ...parameters, key }))
  try {
    // A form without custom headers needs no preflight request.
    const reply =
      method === 'GET'
        ? await fetch(`${origin}${path}?${form}`)
        : await fetch(`${origin}${path}`, { method, body: form })
    const body = await reply.json()
    return body.error ? { error: body.error } : { answer: body }
  } catch (cause) {
    const message = "We can't reach the payment provider. Check your connection and try again."
    return { error: { type: 'api_connection_error', message, cause: String(cause) } }
  }
}

/** `{card: {number}}` becomes `card[number]`. */
function fieldsOf(value, name = '') {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([step, inner]) => fieldsOf(inner, name ? `${name}[${step}]` : step))
}
