import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useMemo,
  useState,
} from 'react'
import { t } from '#contract/language/language.ts'
import { CART } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { useMutation } from '../platform/use-query.ts'
import { BagIcon } from '../ui/icons.tsx'
import { loadLater, MountOnDemand } from '../ui/load-later.tsx'
import { IN_ORDER, refreshCart, useCart, useCartTools, useOtherTabs } from './queries.ts'

type PanelState = { isOpen: boolean; open(): void; close(): void }

const PanelContext = createContext<PanelState | null>(null)

/** Whether the cart is open (spec section 4). Shared by all buttons that open it. */
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

/** Opens the cart and shows its item count. Without JavaScript, it links to the plain cart page. */
export function CartButton() {
  const { count } = useCart()
  const { open } = useCartPanel()
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    open()
  }
  return (
    <Link
      to={CART}
      aria-haspopup="dialog"
      aria-label={count === 0 ? t('Cart') : `Cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      onClick={show}
      className="relative inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-hairline"
    >
      <BagIcon />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="absolute top-0.5 right-0 min-w-5 rounded-full bg-accent px-1 text-center font-medium text-paper text-xs leading-5 tabular-nums"
        >
          {count}
        </span>
      )}
    </Link>
  )
}

const CartPanel = loadLater(async () => (await import('./cart-panel.tsx')).CartPanel)

/** Hosts the cart, whose code is loaded when the cart is first opened. Follows changes in other tabs. */
export function CartHost() {
  const { isOpen, close } = useCartPanel()
  const tools = useCartTools()
  const { mutate: refresh } = useMutation({ ...IN_ORDER, mutationFn: () => refreshCart(tools) })
  useOtherTabs(useCallback(() => refresh(), [refresh]))

  return (
    <MountOnDemand isWanted={isOpen}>
      <CartPanel isOpen={isOpen} onClose={close} />
    </MountOnDemand>
  )
}
