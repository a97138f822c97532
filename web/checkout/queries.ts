import { queryOptions, useMutation } from '@tanstack/react-query'
import type { CheckedCart } from '#contract/checkout/quote.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { type CartItem, refreshCart, useCartTools } from '../cart/queries.ts'
import { type AnswerOf, type Api, ApiError, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-keys.ts'
import { showToast } from '../ui/toast-store.ts'
import { readClientSecret } from './checkout-storage.ts'

/** Initial values of the checkout. */
export const checkoutQuery = (api: Api) =>
  queryOptions({ queryKey: keys.checkout, queryFn: () => api.call('GET /api/checkout'), gcTime: 0 })

export type Ready = AnswerOf<'POST /api/create-payment-intent'>
/** The data shown on the screen. The amount is in the API's format. */
export type Screen = OrderAddresses & { items: CartItem[]; amount: string }

/** Why the payment couldn't be prepared. */
export type Refusal =
  | { kind: 'paid'; clientSecret: string }
  | { kind: 'changed'; quote: CheckedCart }
  | { kind: 'other'; message: string }

/**
 * Prepares the payment for what is on the screen. A rejection is shown, and leads back to Shipping (spec section 4).
 */
export function usePreparePayment(onRefused: (refusal: Refusal) => void) {
  const api = useApi()
  const tools = useCartTools()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ items, amount, ...addresses }: Screen): Promise<Ready> => {
      const seen = items.map(({ productId, quantity, product }) => ({
        productId,
        quantity,
        product: { price: product.price },
      }))
      const ready = await api.call('POST /api/create-payment-intent', {
        items: seen,
        amount,
        ...addresses,
      })
      if (!ready.clientSecret) throw new Error('Failed to create payment intent')
      return ready
    },
    onError: async (error) => {
      const { body, status } = error instanceof ApiError ? error : { body: null, status: 0 }
      const clientSecret = readClientSecret()
      if (body?.code === 'already_paid' && clientSecret) return onRefused({ kind: 'paid', clientSecret })
      const message = tellNotReady(messageOf(error))
      // Show the current cart, which may be empty if another tab or device has paid.
      if (status === 400 || status === 409) await refreshCart(tools)
      onRefused(body?.quote ? { kind: 'changed', quote: body.quote } : { kind: 'other', message })
    },
  })
}

/** Shows the toast of spec section 8, with the message or a fallback. @returns the text */
export function tellNotReady(message?: string | null): string {
  const said = message || 'There was an error setting up your payment. Please try again.'
  showToast('Could not initialize payment', said, { isDestructive: true })
  return said
}

function messageOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.serverMessage
  return error instanceof Error ? error.message : null
}

const ASK_AGAIN_MS = 2000
const ASK_AGAIN_AT_MOST_MS = 20_000

/** The outcome of a payment. Polled while it is pending, at growing intervals. */
export const outcomeQuery = (api: Api, clientSecret: string) =>
  queryOptions({
    queryKey: keys.paymentOutcome(clientSecret),
    queryFn: () => api.call('POST /api/payment-outcome', { clientSecret }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data?.outcome === 'processing' || data?.outcome === 'action') &&
      Math.min(ASK_AGAIN_MS * Math.max(1, dataUpdateCount / 5), ASK_AGAIN_AT_MOST_MS),
  })
