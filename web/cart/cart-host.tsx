import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useCartPanel } from './cart-panel-state.tsx'
import { useOtherTabs } from './other-tabs.ts'
import { IN_ORDER, refreshCart, useCartTools } from './queries.ts'

const CartPanel = lazy(() => import('./cart-panel.tsx').then(({ CartPanel }) => ({ default: CartPanel })))

/** The place of the cart, whose code is loaded when it is first opened; it follows what other tabs do. */
export function CartHost() {
  const { isOpen, close } = useCartPanel()
  const [wasOpened, setWasOpened] = useState(false)
  useEffect(() => {
    if (isOpen) setWasOpened(true)
  }, [isOpen])

  const tools = useCartTools()
  const { mutate: refresh } = useMutation({ ...IN_ORDER, mutationFn: () => refreshCart(tools) })
  useOtherTabs(useCallback(() => refresh(), [refresh]))

  if (!wasOpened) return null
  return (
    <Suspense fallback={null}>
      <CartPanel isOpen={isOpen} onClose={close} />
    </Suspense>
  )
}
