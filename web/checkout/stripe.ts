import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'

const opened = new Map<string, Promise<Stripe | null>>()

/**
 * Loads the payment provider's script, once per key. Returns null if it can't be loaded, for example because it is
 * blocked.
 * @param sandboxUrl origin of the emulator's script in demo mode; otherwise the script is loaded from Stripe
 */
export function openStripe(publishableKey: string, sandboxUrl: string | null): Promise<Stripe | null> {
  const open =
    opened.get(publishableKey) ?? load(publishableKey, sandboxUrl).catch(() => discard(publishableKey))
  opened.set(publishableKey, open)
  return open
}

/** Allows a retry after a failure. */
function discard(publishableKey: string): null {
  opened.delete(publishableKey)
  return null
}

async function load(publishableKey: string, sandboxUrl: string | null) {
  // If `window.Stripe` exists, loadStripe adds no script.
  if (sandboxUrl !== null && !('Stripe' in window)) await addScript(`${sandboxUrl}/stripe.js`)
  return loadStripe(publishableKey)
}

function addScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = src
    script.onload = () => resolve()
    script.onerror = () => {
      script.remove()
      reject(new Error('The payment form couldn’t be loaded'))
    }
    document.head.append(script)
  })
}
