import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { storeToken } from '../../web/platform/auth-token.ts'
import { aPurchasedOrder } from './after-purchase.ts'
import { aProduct, type Customer } from './fixtures.ts'
import { openPage } from './page.tsx'
import type { TestShop } from './shop.ts'

/** Creates a paid order of $49.99. */
export const aPaidShelf = async (shop: TestShop) =>
  aPurchasedOrder(shop, [await aProduct(shop, { name: 'Oak Shelf', priceCents: 4500 })])

export function openAsAdmin(admin: Customer, address: string) {
  storeToken(admin.token ?? '')
  return openPage((call) => admin.transport(call), address)
}

/** Opens the details of one order next to the list. */
export async function openOrderSheet(admin: Customer, { orderId }: { orderId: string }) {
  openAsAdmin(admin, `/admin?tab=orders&edit=${orderId}`)
  const sheet = within(await screen.findByRole('dialog', { name: `Order ${orderId}` }))
  await sheet.findByRole('heading', { name: 'Timeline' })
  return sheet
}

export const click = (button: string, within = screen as Pick<typeof screen, 'findByRole'>) =>
  within.findByRole('button', { name: button }).then((found) => userEvent.click(found))
