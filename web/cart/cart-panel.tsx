import { Suspense } from 'react'
import { t } from '#contract/language/language.ts'
import { savedDestination } from '../checkout/saved-destination.ts'
import { useApi } from '../platform/api.ts'
import { CHECKOUT, paymentOutcomeAddress } from '../platform/paths.ts'
import { useNavigate } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { loadLater } from '../ui/load-later.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { useFocusAfterRemoval } from '../ui/use-focus-after-removal.ts'
import { CartItemRow } from './cart-item-row.tsx'
import { CartTotals } from './cart-totals.tsx'
import { type CartItem, useCart } from './queries.ts'
import { useCartQuote } from './quote.ts'

/** The cart that slides in (spec section 2). */
export function CartPanel({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { items, count, isLoading } = useCart()
  const list = useFocusAfterRemoval<HTMLElement>(items.length)
  const isEmpty = !isLoading && items.length === 0
  return (
    <Sheet
      isOpen={isOpen}
      onClose={onClose}
      title={t('Your Cart ({count})', { count })}
      side="right"
      footer={items.length > 0 && <Footer onClose={onClose} />}
    >
      <section ref={list} tabIndex={-1} aria-label={t('Cart items')} className="min-h-full outline-none">
        {isLoading && <Spinner />}
        {isEmpty && <Empty onClose={onClose} />}
        {items.length > 0 && (
          <ul className="divide-y divide-hairline">
            {items.map((item) => (
              <CartItemRow key={item.id} item={item} onLeave={onClose} />
            ))}
          </ul>
        )}
        {items.length > 0 && <Express items={items} onClose={onClose} />}
      </section>
    </Sheet>
  )
}

const ExpressCheckout = loadLater(
  async () => (await import('../checkout/express-checkout.tsx')).ExpressCheckout,
)

/** Below the items, so they don't move when it appears. */
function Express({ items, onClose }: { items: CartItem[]; onClose(): void }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const navigate = useNavigate()
  if (!shop?.expressCheckoutKey) return null
  return (
    <Suspense>
      <div className="pt-4">
        <ExpressCheckout
          items={items}
          onConfirm={onClose}
          onRejected={(rejection) => {
            if (rejection.kind !== 'paid') return
            onClose()
            void navigate(paymentOutcomeAddress(rejection.clientSecret))
          }}
        />
      </div>
    </Suspense>
  )
}

function Empty({ onClose }: { onClose(): void }) {
  return (
    <div className="py-16 text-center">
      <p className="text-lg">{t('Your cart is empty')}</p>
      <Button className="mt-6" onClick={onClose}>
        {t('Continue Shopping')}
      </Button>
    </div>
  )
}

function Footer({ onClose }: { onClose(): void }) {
  const { items } = useCart()
  const quote = useCartQuote(items, savedDestination())
  return (
    <>
      <CartTotals items={items} quote={quote} />
      <ButtonLink className="mt-4 w-full" to={CHECKOUT} onClick={onClose}>
        {t('Proceed to Checkout')}
      </ButtonLink>
      <Button look="quiet" className="mt-1 w-full" onClick={onClose}>
        {t('Continue Shopping')}
      </Button>
    </>
  )
}
