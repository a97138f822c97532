import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/returns/api.ts'
import {
  requestReturn as requestReturnEndpoint,
  WithdrawalForm,
  WithdrawalStatement,
} from '#contract/returns/api.ts'
import { CONFIRM, KEEPS_ALL, RETURN_MESSAGES, WITHDRAWAL } from '#contract/returns/rules.ts'
import { invalidInput, notFound } from '../errors.ts'
import { trackOrder } from '../orders/track.ts'
import { pageForm, pageForms } from '../platform/http/forms.ts'
import { signedInUser } from '../platform/http/guards.ts'
import { addressKey } from '../platform/http/limits.ts'
import { mount } from '../platform/http/mount.ts'
import { setPaginationHeaders } from '../platform/http/paging.ts'
import { readAmounts } from '../settings/amounts.ts'
import { readCurrency, readSettings, shipsToEu } from '../settings/settings.ts'
import type { Shop } from '../shop.ts'
import * as queries from './queries.ts'
import { acceptReturn, declineReturn, previewReturn, requestReturn } from './returns.ts'

export function returnRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, requestReturnEndpoint, async ({ orderId, email, ...input }, request, reply) => {
    reply.header('cache-control', 'no-store')
    const prove = () => trackOrder(db, { orderId, email }, addressKey(request.ip), 'return')
    await requestReturn(db, config, (await prove()).id, input)
    return prove()
  })
}

/**
 * Handles the two steps of a withdrawal, which work without JavaScript. The first one only leads to the second one: its
 * page looks up the order. Without quantities, the second one concerns everything that is left.
 */
export async function withdrawalForms(app: FastifyInstance, { db, config }: Shop) {
  const checkShop = async () => {
    if (!shipsToEu(await readSettings(db))) throw notFound('There is no such form.')
  }
  await pageForms(app, WITHDRAWAL, {
    statement: pageForm(WithdrawalStatement, async (statement) => {
      await checkShop()
      return { values: { ...statement, step: CONFIRM } }
    }),
    withdrawal: pageForm(WithdrawalForm, async ({ orderId, email, name, back, ...fields }, request) => {
      await checkShop()
      if (back !== undefined) return { values: { orderId, email, name, step: '' } }
      const order = await trackOrder(db, { orderId, email }, addressKey(request.ip), 'return')
      const items = order.items
        .map(({ id, returnable }) => ({ itemId: id, quantity: quantityOf(fields[`item-${id}`], returnable) }))
        .filter(({ quantity }) => quantity > 0)
      if (items.length === 0) {
        if (order.items.every(({ returnable }) => returnable === 0))
          throw invalidInput(RETURN_MESSAGES.nothingLeft)
        return { values: { orderId, email, name, step: KEEPS_ALL } }
      }
      await requestReturn(db, config, order.id, { items, name })
      return `${WITHDRAWAL}?outcome=done`
    }),
  })
}

function quantityOf(text: string | undefined, returnable: number): number {
  const quantity = text === undefined ? returnable : Number(text)
  if (!Number.isInteger(quantity) || quantity < 0) throw invalidInput(RETURN_MESSAGES.chooseItems)
  return quantity
}

export function returnAdminRoutes(app: FastifyInstance, { db, config }: Shop) {
  mount(app, contract.listReturns, async (query, request, reply) => {
    setPaginationHeaders(request, reply, query, await queries.countReturns(db, query))
    return queries.listReturns(db, query)
  })

  mount(app, contract.acceptReturn, async ({ id, refund, restock }, request) => {
    const { refund: refundCents } = readAmounts({ refund }, await readCurrency(db))
    await acceptReturn(db, config, id, signedInUser(request), { refundCents, restock })
    return returnNow(id)
  })

  mount(app, contract.previewReturn, async ({ id, refund }) => {
    const { refund: cents } = readAmounts({ refund }, await readCurrency(db))
    return previewReturn(db, id, cents)
  })

  mount(app, contract.declineReturn, async ({ id, reason }, request) => {
    await declineReturn(db, config, id, signedInUser(request), reason)
    return returnNow(id)
  })

  async function returnNow(id: number) {
    const settled = await queries.findListedReturn(db, id)
    if (!settled) throw notFound(RETURN_MESSAGES.notFound)
    return settled
  }
}
