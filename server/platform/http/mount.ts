import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/http.ts'
import { invalidInput } from '../../errors.ts'
import { guard } from './guards.ts'

/**
 * Turns an endpoint of the contract into a route: guards it by its `access`, checks the input before any of our code,
 * and cuts the answer to its schema, so that what the contract does not name cannot leave the server.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (
    input: z.output<E['input']>,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<z.input<E['answer']>>,
) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    async handler(request, reply) {
      guard(endpoint.access, request)
      const input = readInput(endpoint, request)
      const answer = await handle(input, request, reply)
      reply.code(endpoint.status)
      reply.header('content-type', `${endpoint.media ?? 'application/json'}; charset=utf-8`)
      // What belongs to a person is kept nowhere; the rest is asked about again before it is used again.
      const isPersonal = endpoint.access !== 'anyone' || request.user !== null
      if (!reply.hasHeader('cache-control'))
        reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache')
      const cut = endpoint.answer.parse(answer)
      return endpoint.media ? cut : JSON.stringify(cut)
    },
  })
}

function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): z.output<E['input']> {
  const fromQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const sent = fromQuery ? request.query : (request.body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalidInput('The request must be a JSON object.')
  }
  // Path parameters come last: a body cannot speak for another address.
  const parsed = endpoint.input.safeParse({ ...sent, ...(request.params as object) })
  if (parsed.success) return parsed.data as z.output<E['input']>
  const errors = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  throw invalidInput(errors[0]?.message ?? 'The request is not valid.', errors)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
