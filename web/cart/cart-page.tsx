import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { CART_MESSAGES } from '#contract/cart/rules.ts'
import { CHECKOUT, HOME } from '../platform/addresses.ts'
import { Head } from '../platform/head.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { AgentCart } from './agent-cart.tsx'
import { CartPageLine } from './cart-page-line.tsx'
import { useCartPanel } from './cart-panel-state.tsx'
import { CartSums } from './cart-sums.tsx'
import { useCart, useCartTools } from './queries.ts'

/** /cart: with script the cart panel over the home page, without it this plain page (contract section 0). */
export function CartPage() {
  const [parameters] = useSearchParams()
  const code = parameters.get('take')
  return code === null ? <OwnCart problem={parameters.get('problem')} /> : <AgentCart code={code} />
}

function OwnCart({ problem }: { problem: string | null }) {
  useOpenPanelInstead()
  const { items, count } = useCart()
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-8">
      <Head page="Your Cart" isPrivate />
      <h1 className="text-4xl">Your Cart ({count})</h1>
      {problem && (
        <p role="alert" className="mt-6 rounded-card border border-sale bg-surface p-4">
          {PROBLEMS.get(problem) ?? 'There was an error updating the item in your cart.'}
        </p>
      )}
      {items.length === 0 ? (
        <p className="mt-8 text-lg">Your cart is empty</p>
      ) : (
        <>
          <ul className="mt-8 divide-y divide-hairline border-hairline border-y">
            {items.map((item) => (
              <CartPageLine key={item.id} item={item} />
            ))}
          </ul>
          <div className="mt-6">
            <CartSums items={items} />
          </div>
          <ButtonLink className="mt-6 w-full" to={CHECKOUT}>
            Proceed to Checkout
          </ButtonLink>
        </>
      )}
      <ButtonLink look="outline" className="mt-3 w-full" to={HOME}>
        Continue Shopping
      </ButtonLink>
    </div>
  )
}

/** What a form of the page was refused for, by the code in the address. */
const PROBLEMS = new Map<string, string>([
  ['out_of_stock', CART_MESSAGES.outOfStock],
  ['not_found', CART_MESSAGES.itemNotFound],
  ['cart_full', CART_MESSAGES.full],
  ['invalid_input', CART_MESSAGES.quantity],
])

/** The page is rendered for nobody in particular; the browser knows the cart. */
function useOpenPanelInstead() {
  const { open } = useCartPanel()
  const navigate = useNavigate()
  const tools = useCartTools()
  useEffect(() => {
    void tools.queryClient.invalidateQueries({ queryKey: ['cart'] })
    open()
    void navigate(HOME, { replace: true })
  }, [tools, open, navigate])
}
