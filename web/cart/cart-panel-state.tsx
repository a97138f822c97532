import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'

type PanelState = { isOpen: boolean; open(): void; close(): void }

const PanelContext = createContext<PanelState | null>(null)

/** Whether the cart is open (spec section 4), for all buttons that open it. */
export function CartPanelProvider({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const open = useCallback(() => setOpen(true), [])
  const close = useCallback(() => setOpen(false), [])
  const state = useMemo(() => ({ isOpen, open, close }), [isOpen, open, close])
  return <PanelContext value={state}>{children}</PanelContext>
}

export function useCartPanel(): PanelState {
  const state = useContext(PanelContext)
  if (!state) throw new Error('useCartPanel needs a CartPanelProvider around it')
  return state
}
