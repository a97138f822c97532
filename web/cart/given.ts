import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect } from 'vitest'
import { openPage } from '../../tests/support/page.tsx'
import type { Visitor } from '../../tests/support/visitor.ts'
import type { ApiAnswer, ApiCall, Transport } from '../platform/api.ts'
import { type Toast, useToasts } from '../ui/toast-store.ts'

let toasts: { current: Toast[] } | undefined
let lastBefore = 0

/** The page of a visitor; `rule` may answer a call in the shop's place. */
export function openAs(visitor: Visitor, address: string, rule?: Rule) {
  toasts = renderHook(useToasts).result
  lastBefore = toasts.current.at(-1)?.id ?? 0
  return openPage(rule ? doctored(visitor.transport, rule) : visitor.transport, address)
}

export type Rule = (call: ApiCall) => ApiAnswer | Promise<ApiAnswer> | undefined

function doctored(transport: Transport, rule: Rule): Transport {
  return async (call) => rule(call) ?? transport(call)
}

export const answer = (text: string, status = 200, statusText = ''): ApiAnswer => ({
  status,
  statusText,
  headers: {},
  text,
})

export const NOT_A_LIST = answer('{"ok":true}')
export const UNREADABLE = answer('<html>')
export const BROKEN = answer('', 500, 'Internal Server Error')

/** `rule` for one call, such as 'POST /api/cart'. */
export const onCall =
  (name: string, give: ApiAnswer): Rule =>
  ({ method, url }) =>
    `${method} ${url}`.startsWith(name) ? give : undefined

/** The toast that shows now, unless it is of an earlier test. */
export function toastNow(): Pick<Toast, 'title' | 'description' | 'duration' | 'isDestructive'> | undefined {
  const toast = toasts?.current.at(-1)
  if (!toast || toast.id === lastBefore) return undefined
  const { title, description, duration, isDestructive } = toast
  return { title, description, duration, isDestructive }
}

/** The cart that has slid in. */
export async function panel(count?: number) {
  const name = count === undefined ? /^Your Cart/ : `Your Cart (${count})`
  return within(await screen.findByRole('dialog', { name }))
}

/** Opened, and the spinner gone. */
export async function openCart() {
  await userEvent.click(await screen.findByRole('link', { name: /^Cart/ }))
  const cart = await panel()
  await waitFor(() => expect(cart.queryByText('Loading...')).toBeNull())
  return cart
}
