import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { receiveEvent } from './events.ts'
import { ProviderError } from './provider.ts'

export const WEBHOOK = '/api/webhooks/stripe'

/** Where the card provider tells what happened; it signs the very bytes, so nothing may parse them before. */
export async function webhookRoutes(parent: FastifyInstance, { db, cards }: Shop) {
  await parent.register((app, _options, done) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_request: FastifyRequest, body: Buffer) => body,
    )
    app.post<{ Body: Buffer | undefined }>(
      WEBHOOK,
      { config: { fromAnywhere: true } },
      async (request, reply) => {
        const signature = request.headers['stripe-signature']
        const event = readSigned(request.body ?? Buffer.alloc(0), String(signature ?? ''))
        const { id: eventId, type } = event
        request.log.info({ eventId, type, orderId: orderOf(event.object) }, 'card provider tells')
        // Of another mode: test payments move nothing in a live shop, nor the other way round.
        if (event.isLive === cards.isLive) await receiveEvent(db, event)
        return reply.header('cache-control', 'no-store').send({ received: true })
      },
    )
    done()
  })

  function readSigned(body: Buffer, signature: string) {
    try {
      return cards.readEvent(body, signature)
    } catch (error) {
      if (error instanceof ProviderError) throw invalidInput(error.message)
      throw error
    }
  }
}

/** By it, what a shopper began and what the provider says of it are found together in the log. */
function orderOf(object: unknown): unknown {
  return (object as { metadata?: { plinth_order?: unknown } | null } | null)?.metadata?.plinth_order
}
