import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../errors.ts'
import { inTransaction } from '../../transaction.ts'
import { hurry } from '../../work.ts'
import { addProduct, changeProduct, deleteProduct, getProduct } from '../catalogue/change-products.ts'
import { stockShelves } from '../catalogue/first-products.ts'
import { generateProducts } from '../catalogue/generated.ts'
import { NewProduct, ProductChange } from '../catalogue/product-input.ts'
import { readProductPage } from '../catalogue/product-pages.ts'
import { countProducts } from '../catalogue/product-tables.ts'
import { readSearch } from '../catalogue/search.ts'
import type { Platform } from '../provider.ts'
import { changeSettings, PlatformSettings, readSettings } from '../settings.ts'
import { deliverNow } from '../webhooks/deliver.ts'
import { deliverWork, listDeliveries } from '../webhooks/deliveries.ts'

interface ById {
  Params: { id: string }
}

/** What the people of the store do in its back office, for programs. */
export function mountEditorApi(app: FastifyInstance, platform: Platform) {
  const base = '/sandbox/api/platform'
  const { store } = platform
  const products = `${base}/products`

  app.get(products, () => {
    const query = { search: readSearch(''), sortKey: 'ID', reverse: false, first: 1000, after: null } as const
    return readProductPage(store, query).products
  })
  app.get<ById>(`${products}/:id`, ({ params }) => getProduct(store, idOf(params.id)))
  app.post(products, ({ body }, reply) =>
    reply.status(201).send(inTransaction(store, () => addProduct(platform, checked(NewProduct, body)))),
  )
  app.patch<ById>(`${products}/:id`, ({ params, body }) =>
    inTransaction(store, () => changeProduct(platform, idOf(params.id), checked(ProductChange, body))),
  )
  app.delete<ById>(`${products}/:id`, ({ params }, reply) => {
    inTransaction(store, () => deleteProduct(platform, idOf(params.id)))
    return reply.status(204).send()
  })

  app.put(`${base}/shelves`, ({ body }) => {
    const { generated } = checked(Shelves, body ?? {})
    stockShelves(store, generated === undefined ? undefined : () => generateProducts(store, generated))
    return { products: countProducts(store) }
  })

  app.get(`${base}/settings`, () => readSettings(store))
  app.put(`${base}/settings`, ({ body }) => {
    const before = readSettings(store)
    const settings = changeSettings(store, checked(PlatformSettings.partial(), body))
    hurry(store, deliverWork, settings.webhookSpeed / before.webhookSpeed)
    platform.wake()
    return settings
  })

  app.get(`${base}/webhooks`, () => listDeliveries(store, 1000))
  app.post<ById>(`${base}/webhooks/:id/deliver`, ({ params }) => deliverNow(platform, idOf(params.id)))
}

/** The thirty products, or so many generated ones. */
const Shelves = z.strictObject({
  generated: z.int('generated must be a whole number').min(0).max(1_000_000).optional(),
})

export function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw refuse(404, `There is no product ${text}.`)
  return Number(text)
}

function checked<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body)
  if (!result.success) throw refuse(400, z.prettifyError(result.error).replace(/\s*\n\s*/g, ' '))
  return result.data
}
