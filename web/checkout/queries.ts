import { queryOptions } from '@tanstack/react-query'
import type { CheckedCart } from '#contract/checkout/api.ts'
import type { OrderAddresses } from '#contract/checkout/shipping.ts'
import { type CartItem, refreshCart, useCartTools } from '../cart/queries.ts'
import { type Api, ApiError, type ResponseOf, useApi } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { showErrorToast } from '../ui/toast-store.ts'
import { readClientSecret } from './checkout-storage.ts'

/** Initial values of the checkout. */
export const checkoutQuery = (api: Api) =>
  queryOptions({ queryKey: keys.checkout, queryFn: () => api.call('GET /api/checkout'), gcTime: 0 })

export type Ready = ResponseOf<'POST /api/create-payment-intent'>
/** The data shown on the screen. The amount is in the API's format. */
export type ShownCheckout = OrderAddresses & {
  items: CartItem[]
  amount: string
  methodId?: string | undefined
  /** A business customer's VAT number, as entered. */
  vatId?: string
}

/** Why the payment couldn't be prepared. */
export type Rejection =
  | { kind: 'paid'; clientSecret: string }
  | { kind: 'changed'; quote: CheckedCart }
  | { kind: 'other'; message: string }

/** Prepares the payment for the data on the screen. A rejection is shown, and leads back to Shipping (spec section 4). */
export function usePreparePayment(onRejected: (rejection: Rejection) => void) {
  const api = useApi()
  const tools = useCartTools()
  const { currency } = useFormats()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ items, amount, ...addresses }: ShownCheckout): Promise<Ready> => {
      const seen = items.map(({ productId, quantity, product, variant }) => ({
        productId,
        quantity,
        product: { price: product.price },
        variant: variant && { id: variant.id },
      }))
      const ready = await api.call('POST /api/create-payment-intent', {
        items: seen,
        amount,
        ...(currency && { currency: currency.code }),
        ...addresses,
      })
      if (!ready.clientSecret) throw new Error('Failed to create payment intent')
      return ready
    },
    onError: async (error) => {
      const { body, status } = error instanceof ApiError ? error : { body: null, status: 0 }
      const clientSecret = readClientSecret()
      if (body?.code === 'already_paid' && clientSecret) return onRejected({ kind: 'paid', clientSecret })
      const message = showPaymentSetupError(messageOf(error))
      // Shows the current cart at the current rates. It may be empty if another tab or device has paid.
      if (status === 400 || status === 401 || status === 409)
        await Promise.all([
          refreshCart(tools).then(() => tools.queryClient.invalidateQueries({ queryKey: keys.quote })),
          tools.queryClient.invalidateQueries(shopInfoQuery(api)),
          tools.queryClient.invalidateQueries({ queryKey: [...keys.checkout, 'vat-number'] }),
        ])
      onRejected(body?.quote ? { kind: 'changed', quote: body.quote } : { kind: 'other', message })
    },
  })
}

/** Shows the toast of spec section 8, with the message or a fallback. @returns the text */
export function showPaymentSetupError(message?: string | null): string {
  const text = message || 'There was an error setting up your payment. Please try again.'
  showErrorToast('Could not initialize payment', text)
  return text
}

function messageOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.serverMessage
  return error instanceof Error ? error.message : null
}

const POLL_EVERY_MS = 2000
const POLL_EVERY_MAX_MS = 20_000

/** The outcome of a payment. Polled at growing intervals while it is pending. */
export const outcomeQuery = (api: Api, clientSecret: string) =>
  queryOptions({
    queryKey: keys.paymentOutcome(clientSecret),
    queryFn: () => api.call('POST /api/payment-outcome', { clientSecret }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      (data?.outcome === 'processing' || data?.outcome === 'action') &&
      Math.min(POLL_EVERY_MS * Math.max(1, dataUpdateCount / 5), POLL_EVERY_MAX_MS),
  })
