import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { checked, formOf, httpError } from '../../errors.ts'
import { sendPage } from '../../layout.ts'
import { inTransaction, saveSettings } from '../../store.ts'
import { deliverNow, findDelivery, listDeliveries } from '../../webhooks.ts'
import { addProduct, changeProduct, deleteProduct, getProduct } from '../catalog/change-products.ts'
import { seedProducts } from '../catalog/first-products.ts'
import { generateProducts } from '../catalog/generated.ts'
import { countProducts, readProducts } from '../catalog/product-tables.ts'
import { NewProduct, ProductChange } from '../catalog/products.ts'
import { type Platform, PlatformSettings, readPlatformSettings, service } from '../provider.ts'
import { senderOf } from '../webhooks.ts'
import { ListQuery, listPage } from './list-page.ts'
import { emptyForm, filledForm, newProductPage, productPage, readForm } from './product-page.ts'

interface ById {
  Params: { id: string }
}

/** The store's admin, as an API and as pages. */
export function mountEditor(app: FastifyInstance, platform: Platform) {
  mountApi(app, platform)
  mountPages(app, platform)
}

const RestoreInput = z.strictObject({
  /** Number of products to generate in place of the first ones. */
  generated: z.int('generated must be a whole number').min(0).max(1_000_000).optional(),
})

function mountApi(app: FastifyInstance, platform: Platform) {
  const { store } = platform
  const base = '/sandbox/api/platform'
  const products = `${base}/products`
  app.get(products, () => readProducts(store, { sql: 'true', values: [] }, 1000, null).products)
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
    const { generated } = checked(RestoreInput, body ?? {})
    seedProducts(store, generated === undefined ? undefined : () => generateProducts(store, generated))
    return { products: countProducts(store) }
  })
  app.put(`${base}/settings`, ({ body }) => {
    const settings = { ...readPlatformSettings(store), ...checked(PlatformSettings.partial(), body) }
    saveSettings(store, service, settings)
    return settings
  })
  app.get(`${base}/webhooks`, () => listDeliveries(store, service, 1000))
}

function mountPages(app: FastifyInstance, platform: Platform) {
  const { store } = platform
  app.get('/platform', ({ query }, reply) =>
    sendPage(reply, platform, listPage(store, ListQuery.parse(query))),
  )
  app.get('/platform/new', (_request, reply) => sendPage(reply, platform, newProductPage(emptyForm)))

  app.post('/platform/products', ({ body }, reply) => {
    const form = formOf(body)
    const input = NewProduct.safeParse(readForm(form, null))
    if (!input.success)
      return sendPage(reply.status(400), platform, newProductPage(form, problemIn(input.error)))
    const { id } = inTransaction(store, () => addProduct(platform, input.data))
    return redirectTo(reply, id)
  })

  app.get<ById>('/platform/products/:id', ({ params }, reply) => {
    const product = getProduct(store, idOf(params.id))
    return sendPage(reply, platform, productPage(product, filledForm(product)))
  })

  app.post<ById>('/platform/products/:id', ({ params, body }, reply) => {
    const product = getProduct(store, idOf(params.id))
    const form = formOf(body)
    const change = ProductChange.safeParse(readForm(form, product))
    if (!change.success)
      return sendPage(reply.status(400), platform, productPage(product, form, problemIn(change.error)))
    inTransaction(store, () => changeProduct(platform, product.id, change.data))
    return redirectTo(reply, product.id)
  })

  app.post<ById>('/platform/products/:id/archive', ({ params }, reply) => {
    const id = idOf(params.id)
    inTransaction(store, () => changeProduct(platform, id, { status: 'ARCHIVED' }))
    return redirectTo(reply, id)
  })

  app.post<ById>('/platform/products/:id/delete', ({ params }, reply) => {
    inTransaction(store, () => deleteProduct(platform, idOf(params.id)))
    return reply.redirect('/platform', 303)
  })

  app.post('/platform/shelves', (_request, reply) => {
    seedProducts(store)
    return reply.redirect('/platform', 303)
  })

  app.post<ById>('/platform/webhooks/:id/deliver', async ({ params }, reply) => {
    const delivery = findDelivery(store, idOf(params.id))
    if (delivery?.service !== service) throw httpError(404, `There is no webhook ${params.id}.`)
    await deliverNow(platform, senderOf(platform), delivery)
    return reply.redirect('/platform#webhooks', 303)
  })
}

function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw httpError(404, `Nothing found with ID ${text}.`)
  return Number(text)
}

function problemIn({ issues }: z.ZodError): string {
  return [...new Set(issues.map(({ message }) => message))].join('. ')
}

function redirectTo(reply: FastifyReply, id: number) {
  return reply.redirect(`/platform/products/${id}`, 303)
}
