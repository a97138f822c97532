import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from '../provider.ts'
import { answerCall } from './answer.ts'
import { ApiError, wireError } from './api-error.ts'
import type { Call } from './asked.ts'
import { oneAtATime } from './idempotency.ts'

/** Keeps the types of input and `run` together, then forgets them, so that calls fit into one list. */
export function call<Input>(given: Call<Input>): Call {
  return given as unknown as Call
}

/** Mounts the calls below /v1, with refusals in Stripe's shape for everything there. */
export async function mountCalls(app: FastifyInstance, provider: Provider, calls: readonly Call[]) {
  const once = oneAtATime()
  await app.register(
    (api, _options, done) => {
      api.setErrorHandler((error, request, reply) => sendUnforeseen(error, request, reply))
      api.setNotFoundHandler((request, reply) => {
        const address = `${request.method} ${request.url.split('?', 1)[0]}`
        return reply
          .status(404)
          .send(
            wireError({ type: 'invalid_request_error', message: `There is no such address: ${address}.` }),
          )
      })
      for (const one of calls) {
        api.route({
          method: one.method,
          url: one.path,
          // The key guards these, and a browser's calls come from the shop's pages.
          config: { foreignOrigins: true },
          handler: (request, reply) => answerCall(provider, one, once, request, reply),
        })
      }
      done()
    },
    { prefix: '/v1' },
  )
}

function sendUnforeseen(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof ApiError)
    return reply.status(error.status).headers(error.headers).send(wireError(error.body))
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 500) {
    const message = error instanceof Error ? error.message : String(error)
    return reply.status(400).send(wireError({ type: 'invalid_request_error', message }))
  }
  process.stderr.write(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`)
  return reply
    .status(500)
    .send(wireError({ type: 'api_error', message: 'Something went wrong in the sandbox.' }))
}
