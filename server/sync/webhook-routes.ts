import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidInput, ShopError } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { INVENTORY_ITEM, isSigned, receiveWebhook, WEBHOOK } from './webhooks.ts'

/** A product has all of its variants. It is parsed only if the signature is valid. */
const BODY_MAX_BYTES = 256 * 1024

/** The part of a webhook that the shop reads: the product or the inventory item it is about. */
const Body = z.union([
  z.object({ inventory_item_id: z.int().positive() }),
  z.object({
    id: z.int().optional(),
    admin_graphql_api_id: z.string().startsWith('gid://shopify/Product/').optional(),
  }),
])

/** Receives the platform's webhooks. The signature covers the raw bytes, so the body must not be parsed first. */
export async function syncWebhookRoutes(parent: FastifyInstance, shop: Shop) {
  await parent.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    app.post<{ Body: Buffer | undefined }>(WEBHOOK, async (request, reply) => {
      const body = request.body ?? Buffer.alloc(0)
      if (!(await isSigned(shop, body, header(request, 'x-shopify-hmac-sha256')))) {
        throw new ShopError(401, 'not_allowed', "The signature isn't valid.")
      }
      const id = header(request, 'x-shopify-webhook-id')
      if (!id) throw invalidInput('The webhook has no ID.')
      const externalId = subjectOf(body)
      if (externalId) {
        await receiveWebhook(shop.db, { id, topic: header(request, 'x-shopify-topic'), externalId })
      }
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
    done()
  })
}

function subjectOf(body: Buffer): string | null {
  const parsed = Body.safeParse(jsonOf(body))
  if (!parsed.success) return null
  if ('inventory_item_id' in parsed.data) return `${INVENTORY_ITEM}${parsed.data.inventory_item_id}`
  const { id, admin_graphql_api_id: globalId } = parsed.data
  return globalId ?? (id === undefined ? null : `gid://shopify/Product/${id}`)
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalidInput("The webhook isn't valid JSON.")
  }
}

const header = (request: FastifyRequest, name: string) => String(request.headers[name] ?? '').slice(0, 200)
