import { useMutation } from '@tanstack/react-query'
import { useCallback } from 'react'
import { loadLater } from '../platform/load-later.ts'
import { OnFirstUse } from '../ui/on-first-use.tsx'
import { useCartPanel } from './cart-panel-state.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { IN_ORDER, refreshCart, useCartTools } from './queries.ts'

const CartPanel = loadLater(async () => (await import('./cart-panel.tsx')).CartPanel)

/** The place of the cart, whose code is loaded when it is first opened; it follows what other tabs do. */
export function CartHost() {
  const { isOpen, close } = useCartPanel()
  const tools = useCartTools()
  const { mutate: refresh } = useMutation({ ...IN_ORDER, mutationFn: () => refreshCart(tools) })
  useOtherTabs(useCallback(() => refresh(), [refresh]))

  return (
    <OnFirstUse isWanted={isOpen}>
      <CartPanel isOpen={isOpen} onClose={close} />
    </OnFirstUse>
  )
}
