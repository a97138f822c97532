import { t } from '#contract/language/language.ts'
import { ApiError } from '../platform/api.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'
import { useMutation } from '../platform/use-query.ts'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { useCartPanel } from './cart-host.tsx'
import {
  type CartResponse,
  type CartTools,
  IN_ORDER,
  readCart,
  refreshCart,
  saveCart,
  useCartTools,
} from './queries.ts'

/** Location of the button. Lists (favorites, admin) have their own toasts (spec section 8). */
export type AddPlace = 'shop' | 'list'

/** `variantId` is set only for products with options. */
type Addition = { productId: number; variantId?: number | undefined; quantity: number }

const SUCCESS_MS = 2000
const UNCERTAIN_MS = 3000

/** Adds a quantity of a product and opens the cart. */
export function useAddToCart(place: AddPlace) {
  const tools = useCartTools()
  const { open } = useCartPanel()
  return useMutation({
    ...IN_ORDER,
    mutationFn: async (item: Addition) => {
      const response = await requestAdd(tools, item)
      if (response.kind === 'list') await saveCart(tools, response.items)
      else await refreshCart(tools)
      return response.kind
    },
    onSuccess: (kind) => {
      if (place === 'list') showToast(t('Added to cart'), t('Item has been added to your cart.'), shortly)
      else showOutcome(kind)
      open()
    },
    onError: async (error) => {
      if (place === 'list') showFailure('Failed to add to cart', 'Could not add the item to your cart.')
      else showFailure('Failed to add item', 'There was an error adding the item to your cart.')
      await refetch(tools, error)
    },
  })
}

async function requestAdd({ api }: CartTools, item: Addition) {
  try {
    return readCart(await api.callForText('POST /api/cart', item))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new Error(`Server returned ${error.status}: ${error.statusText}`, { cause: error })
  }
}

const shortly = { duration: SUCCESS_MS }

function showOutcome(kind: CartResponse['kind']) {
  if (kind === 'list') showToast(t('Item added to cart'), t('Your item has been added to the cart.'), shortly)
  else if (kind === 'other')
    showToast(
      t('Item added to cart'),
      t("Your item has been added to the cart, but we couldn't refresh the cart view."),
      shortly,
    )
  else
    showToast(
      t('Item likely added'),
      t("Item may have been added, but we couldn't confirm. Please check your cart."),
      { duration: UNCERTAIN_MS },
    )
}

function showFailure(title: string, what: string) {
  showErrorToast(title, `${what} Please try again.`)
}

/**
 * A rejection means that the page is outdated: either the product's stock or the user has changed. Refetches both, so a
 * retry can work.
 */
async function refetch({ queryClient }: CartTools, { cause }: Error) {
  if (!(cause instanceof ApiError)) return
  if (cause.status === 401) await queryClient.invalidateQueries({ queryKey: keys.user })
  if (cause.status === 404 || cause.status === 409)
    await queryClient.invalidateQueries({ predicate: belongsTo(keys.products(), keys.product()) })
}
