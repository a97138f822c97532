import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure/index.js'

const opened = new Map<string, Promise<Stripe | null>>()

/**
 * The card provider's script, once for a key; null when it could not be loaded, as where something blocks it.
 * @param sandboxUrl where its stand-in is served from in demo mode; the real one is loaded from Stripe
 */
export function openStripe(publishableKey: string, sandboxUrl: string | null): Promise<Stripe | null> {
  const open =
    opened.get(publishableKey) ?? load(publishableKey, sandboxUrl).catch(() => forget(publishableKey))
  opened.set(publishableKey, open)
  return open
}

/** What failed once may work at the next try. */
function forget(publishableKey: string): null {
  opened.delete(publishableKey)
  return null
}

async function load(publishableKey: string, sandboxUrl: string | null) {
  // With `window.Stripe` in place, loadStripe adds no script of its own.
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
      reject(new Error('The payment form could not be loaded'))
    }
    document.head.append(script)
  })
}
