import { useState } from 'react'
import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { useCartPanel } from '../cart/cart-host.tsx'
import { type CartItem, type CartTools, IN_ORDER, saveCart, useCartTools } from '../cart/queries.ts'
import { type Api, ApiError } from '../platform/api.ts'
import { useFormats } from '../platform/formats.ts'
import { ORDERS } from '../platform/paths.ts'
import { useMutation } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { OrderDetails } from './order-details.tsx'
import type { Order } from './queries.ts'
import { DateText, orderLook, StatusBadge } from './status.tsx'

const PAGE_SIZE = 10
const HEAD = 'px-4 py-3 first:pl-0 text-left font-medium text-muted text-sm'
/** On a phone, each row is a card, and each cell shows its label. */
const CELL =
  'px-4 py-4 first:pl-0 max-md:px-0 max-md:flex max-md:min-h-11 max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1 max-md:before:text-muted max-md:before:text-sm max-md:before:content-[attr(data-label)]'

/** One page of orders with their details, which open in a dialog. */
export function OrderList({ orders, page }: { orders: Order[]; page: number }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const again = useOrderAgain()
  const pages = Math.ceil(orders.length / PAGE_SIZE)
  const shown = Number.isInteger(page) ? Math.min(Math.max(page, 1), pages) : 1
  const opened = orders.find(({ id }) => id === openId)
  const orderAgain = (order: Order) => {
    setOpenId(null)
    again.mutate(order)
  }
  const { orderId, missing = [] } = again.data ?? {}
  return (
    <>
      {missing.length > 0 && (
        <p role="status" className="mt-6 warning">
          Not added from order {orderId}: {missing.join(', ')}.
        </p>
      )}
      <div className="mt-8">
        <table className="w-full max-md:block">
          <caption className="sr-only">{t('Your orders, newest first')}</caption>
          <thead className="border-hairline border-b max-md:sr-only">
            <tr>
              {['Order #', 'Date', 'Status', 'Total', 'Actions'].map((name) => (
                <th key={name} scope="col" className={HEAD}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {shown > 0 &&
              orders
                .slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE)
                .map((order) => (
                  <OrderRow
                    key={order.id}
                    order={order}
                    isAdding={again.isPending}
                    onOpen={() => setOpenId(order.id)}
                    onOrderAgain={() => orderAgain(order)}
                  />
                ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <Pagination page={shown} pages={pages} addressOf={(number) => `${ORDERS}?page=${number}`} />
      )}
      <Modal
        isWide
        isOpen={opened !== undefined}
        onClose={() => setOpenId(null)}
        title={t('Order {openId}', { openId: openId ?? '' })}
      >
        {opened && <OrderDetails order={opened} onOrderAgain={() => orderAgain(opened)} />}
      </Modal>
    </>
  )
}

function OrderRow({
  order,
  isAdding,
  onOpen,
  onOrderAgain,
}: {
  order: Order
  /** Whether the items of an order are being added to the cart. */
  isAdding: boolean
  onOpen(): void
  onOrderAgain(): void
}) {
  const { formatMoney } = useFormats()
  return (
    <tr className="border-hairline border-b max-md:block max-md:py-4 max-md:first:pt-0">
      <td data-label={t('Order #')} className={`${CELL} whitespace-nowrap font-medium tabular-nums`}>
        {order.id}
      </td>
      <td data-label={t('Date')} className={`${CELL} whitespace-nowrap`}>
        <DateText at={order.createdAt} />
      </td>
      <td data-label={t('Status')} className={CELL}>
        <StatusBadge look={orderLook(order)} />
      </td>
      <td data-label={t('Total')} className={`${CELL} tabular-nums`}>
        {formatMoney(order.totalAmount)}
      </td>
      <td className="px-4 py-2 max-md:block max-md:px-0 md:pr-0">
        <div className="flex flex-wrap gap-2">
          <Button
            look="outline"
            className="px-4! max-md:grow"
            aria-label={t('View details of order {id}', { id: order.id })}
            onClick={onOpen}
          >
            {t('View details')}
          </Button>
          <Button
            look="quiet"
            className="px-4! max-md:grow"
            aria-label={t('Order again: order {id}', { id: order.id })}
            disabled={isAdding}
            onClick={onOrderAgain}
          >
            {t('Order again')}
          </Button>
        </div>
      </td>
    </tr>
  )
}

/** The items of an order that couldn't be added to the cart, with reasons. `id` is the order's ID. */
type AddedAgain = { orderId: string; added: number; missing: string[] }

/** Adds the available items of an order to the cart, and lists the others. */
function useOrderAgain() {
  const tools = useCartTools()
  const { open } = useCartPanel()
  return useMutation({
    ...IN_ORDER,
    mutationFn: (order: Order) => addAll(tools, order),
    onSuccess: ({ added, missing }) => {
      const left = `Not added: ${missing.join(', ')}.`
      if (added === 0) return showErrorToast('No items added', left)
      if (missing.length > 0) showToast(t('Some items weren’t added'), left)
      else showToast(t('Added to cart'), t('Everything from this order is in your cart.'), { duration: 2000 })
      open()
    },
    onError: () =>
      showErrorToast('Failed to add to cart', 'Could not add the item to your cart. Please try again.'),
  })
}

async function addAll(tools: CartTools, { id, items }: Order): Promise<AddedAgain> {
  let cart: CartItem[] | null = null
  const missing: string[] = []
  let added = 0
  try {
    for (const { productId, variant, quantity, product } of items) {
      const response = await add(tools.api, { productId, variantId: variant?.id, quantity })
      if (typeof response === 'string') missing.push(`${lineName(product.name, variant)} (${response})`)
      else {
        cart = response
        added += 1
      }
    }
  } finally {
    if (cart) await saveCart(tools, cart)
  }
  return { orderId: id, added, missing }
}

/** @returns the cart, or why the product couldn't be added */
async function add(
  api: Api,
  item: { productId: number; variantId?: number | undefined; quantity: number },
): Promise<CartItem[] | string> {
  try {
    return await api.call('POST /api/cart', item)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'not_found') return 'no longer available'
    if (error.code === 'out_of_stock') return 'out of stock'
    if (error.code === 'cart_full' || error.code === 'invalid_input')
      return error.serverMessage ?? 'not added'
    throw error
  }
}
