import type { FastifyInstance, FastifyRequest } from 'fastify'
import { invalidInput } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { receiveEvent } from './events.ts'
import { ProviderError } from './provider.ts'

export const WEBHOOK = '/api/webhooks/stripe'

/**
 * Receives the payment provider's webhooks. The signature covers the raw bytes, so the body must not be parsed first.
 */
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
        request.log.info({ eventId, type, orderId: orderOf(event.object) }, 'payment webhook received')
        // Ignore events of the other mode: test payments must not affect a live shop, or live ones a test shop.
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

/** Returns the event's order ID, which links it in the log to the shopper's requests. */
function orderOf(object: unknown): unknown {
  return (object as { metadata?: { plinth_order?: unknown } | null } | null)?.metadata?.plinth_order
}
