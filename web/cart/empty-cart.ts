import { useCallback } from 'react'
import { keepCart, refreshCart, useCartTools } from './queries.ts'

/** Empties the cart without a word, after what was in it has been bought. */
export function useEmptyCart(): () => Promise<void> {
  const tools = useCartTools()
  return useCallback(async () => {
    try {
      await tools.api.callForText('DELETE /api/cart')
      await keepCart(tools, [])
    } catch {
      // What was bought has left it on the server already: what is left now is shown.
      await refreshCart(tools)
    }
  }, [tools])
}
