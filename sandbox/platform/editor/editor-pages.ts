import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { refuse } from '../../errors.ts'
import { sendPage } from '../../layout.ts'
import type { World } from '../../stand-in.ts'
import { inTransaction } from '../../transaction.ts'
import { addProduct, changeProduct, deleteProduct, getProduct } from '../catalogue/change-products.ts'
import { stockShelves } from '../catalogue/first-products.ts'
import { NewProduct, ProductChange } from '../catalogue/product-input.ts'
import type { Platform } from '../provider.ts'
import { deliverNow } from '../webhooks/deliver.ts'
import { idOf } from './editor-api.ts'
import { listPage } from './list-page.ts'
import { readForm, typedFrom } from './product-form.ts'
import { newProductPage, productPage } from './product-page.ts'

interface ById {
  Params: { id: string }
}

/** What the people of the store do in its back office, as pages and forms. */
export function mountEditorPages(app: FastifyInstance, platform: Platform, world: World) {
  const { store } = platform
  const style = readFileSync(new URL('./editor.css', import.meta.url), 'utf8')
  app.get('/platform/editor.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )

  app.get('/platform', ({ query }, reply) => sendPage(reply, world, listPage(store, ListQuery.parse(query))))

  app.get('/platform/new', (_request, reply) => sendPage(reply, world, newProductPage(emptyForm)))

  app.post('/platform/products', ({ body }, reply) => {
    const typed = formOf(body)
    const wish = NewProduct.safeParse(readForm(typed, { variants: [blankVariant] }))
    if (!wish.success) return sendPage(reply.status(400), world, newProductPage(typed, problemIn(wish.error)))
    const { id } = inTransaction(store, () => addProduct(platform, wish.data))
    return goTo(reply, id)
  })

  app.get<ById>('/platform/products/:id', ({ params }, reply) => {
    const product = getProduct(store, idOf(params.id))
    return sendPage(reply, world, productPage(product, typedFrom(product)))
  })

  app.post<ById>('/platform/products/:id', ({ params, body }, reply) => {
    const product = getProduct(store, idOf(params.id))
    const typed = formOf(body)
    const change = ProductChange.safeParse(readForm(typed, product))
    if (!change.success)
      return sendPage(reply.status(400), world, productPage(product, typed, problemIn(change.error)))
    inTransaction(store, () => changeProduct(platform, product.id, change.data))
    return goTo(reply, product.id)
  })

  app.post<ById>('/platform/products/:id/archive', ({ params }, reply) => {
    const id = idOf(params.id)
    inTransaction(store, () => changeProduct(platform, id, { status: 'ARCHIVED' }))
    return goTo(reply, id)
  })

  app.post<ById>('/platform/products/:id/delete', ({ params }, reply) => {
    inTransaction(store, () => deleteProduct(platform, idOf(params.id)))
    return reply.redirect('/platform', 303)
  })

  app.post('/platform/shelves', (_request, reply) => {
    stockShelves(store)
    return reply.redirect('/platform', 303)
  })

  app.post<ById>('/platform/webhooks/:id/deliver', async ({ params }, reply) => {
    await deliverNow(platform, idOf(params.id))
    return reply.redirect('/platform#webhooks', 303)
  })
}

const ListQuery = z.object({
  words: z.string().trim().catch(''),
  status: z.string().catch(''),
  after: z.coerce.number().int().positive().optional().catch(undefined),
})

const emptyForm = new URLSearchParams({ status: 'ACTIVE', 'inventoryQuantity-0': '10', 'tracked-0': 'yes' })

const blankVariant = {
  id: 0,
  values: [],
  sku: '',
  price: '',
  compareAtPrice: null,
  inventoryQuantity: 0,
  tracked: true,
  weight: { value: 0, unit: 'KILOGRAMS' as const },
}

function formOf(body: unknown): URLSearchParams {
  if (!(body instanceof URLSearchParams)) throw refuse(415, 'Send the fields of the form.')
  return body
}

function problemIn({ issues }: z.ZodError): string {
  return [...new Set(issues.map(({ message }) => message))].join('. ')
}

function goTo(reply: FastifyReply, id: number) {
  return reply.redirect(`/platform/products/${id}`, 303)
}
