import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/http.ts'
import { invalidInput, ShopError } from '../../errors.ts'
import { bodyLimitOf, FILE_TYPE, whenRead } from './bodies.ts'
import { errorBodyOf } from './errors.ts'
import { inTurn } from './fair-turns.ts'
import { guard, guardFields } from './guards.ts'

type Input<E extends Endpoint> = z.output<E['input']>
type Answer<E extends Endpoint> = z.input<E['response']>

/**
 * Mounts an endpoint of the contract: guards it by its `access`, validates the input before any of our code, and
 * removes fields from the response that its schema doesn't define, so they can't leave the server.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<Answer<E>>,
) {
  const answer = async (input: Input<E>, request: FastifyRequest, reply: FastifyReply) =>
    endpoint.response.parse(await handle(input, request, reply))
  if (endpoint.isCacheable)
    app.parts.set(`${endpoint.method} ${endpoint.path}`, {
      endpoint,
      answer: (input, request, reply) => answer(input as Input<E>, request, reply),
    })
  route(app, endpoint, async (input, request, reply) => {
    const cut = await answer(input, request, reply)
    reply.header('content-type', `${endpoint.media ?? 'application/json'}; charset=utf-8`)
    return endpoint.media ? cut : JSON.stringify(cut)
  })
}

/**
 * Like mount, for a response streamed as lines of JSON. An error before the first line gets a normal error response.
 * Because the status is already sent after that, a later error becomes the last line, in the error shape.
 */
export function mountStream<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, request: FastifyRequest) => AsyncGenerator<Answer<E>>,
) {
  route(app, endpoint, async (input, request, reply) => {
    const answers = handle(input, request)
    const first = await answers.next()
    const line = (response: unknown) => `${JSON.stringify(response)}\n`
    async function* lines() {
      if (first.done) return
      yield line(endpoint.response.parse(first.value))
      try {
        for await (const response of answers) {
          // A client that reads the last line may load the shop's pages immediately.
          await app.catchUp()
          yield line(endpoint.response.parse(response))
        }
      } catch (error) {
        yield line(errorBodyOf(error as Error, request))
      }
    }
    reply.header('content-type', `${endpoint.media}; charset=utf-8`)
    // Keeps proxies from buffering the lines.
    reply.header('x-accel-buffering', 'no')
    return Readable.from(lines())
  })
}

/**
 * Like mount, for a response of server-sent events. An error before the first event gets a normal error response.
 * Clients send a token in a header, so they read the events with fetch instead of EventSource.
 */
export function mountEvents<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, request: FastifyRequest) => Promise<AsyncGenerator<Answer<E>>>,
) {
  route(app, endpoint, async (input, request, reply) => {
    const answers = await handle(input, request)
    async function* events() {
      for await (const response of answers)
        yield `data: ${JSON.stringify(endpoint.response.parse(response))}\n\n`
    }
    reply.header('content-type', `${endpoint.media}; charset=utf-8`)
    reply.header('x-accel-buffering', 'no')
    return Readable.from(events())
  })
}

/** Like mount, for a file download that is too long to build in memory. */
export function mountFile<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, request: FastifyRequest) => { name: string; content: AsyncIterable<string> },
) {
  route(app, endpoint, async (input, request, reply) => {
    const { name, content } = handle(input, request)
    reply.header('content-type', `${endpoint.media}; charset=utf-8`)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return Readable.from(content)
  })
}

function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  response: (input: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...bodyLimitOf(endpoint),
    // Runs before the body is read, so unauthorized clients can't upload anything.
    onRequest: async (request) => guard(endpoint, request),
    async handler(request, reply) {
      if (endpoint.access === 'admin' && request.user)
        guardFields(endpoint, request.user, sentWith(endpoint, request))
      const input = await whenRead(request, () => readInput(endpoint, request))
      const work = () => response(input, request, reply)
      const sent = await (endpoint.isCacheable || endpoint.isCostly ? inTurn(request, work) : work())
      reply.code(endpoint.status)
      // Personal responses must not be stored, and neither may the token of a sign-in. Others are revalidated before reuse.
      const isPersonal = endpoint.access !== 'anyone' || endpoint.method !== 'GET' || request.user !== null
      if (!reply.hasHeader('cache-control'))
        reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache')
      return sent
    },
  })
}

function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  // Path parameters come last, so a body can't override them.
  const parsed = endpoint.input.safeParse(Object.assign(sentWith(endpoint, request), request.params))
  if (parsed.success) {
    // Rejects NULs here, because PostgreSQL can't store them and a started response can't become an error.
    if (request.url.includes('%00') && hasNull(parsed.data as object)) {
      throw invalidInput('The URL contains an invalid character.')
    }
    return parsed.data as Input<E>
  }
  const errors = problemsOf(parsed.error)
  throw invalidInput(errors[0]?.message ?? "The request isn't valid.", errors)
}

/** Without the limit, a short body could request a long response. */
const PROBLEMS_MAX = 100

export const problemsOf = ({ issues }: z.ZodError) =>
  issues.slice(0, PROBLEMS_MAX).map(({ path, message }) => ({ path: path.join('.'), message }))

const hasNull = (values: object) =>
  Object.values(values).some((value) => typeof value === 'string' && value.includes('\0'))

function sentWith({ method, file }: Endpoint, { query, body = {} }: FastifyRequest): object {
  if (file) {
    if (!Buffer.isBuffer(body)) throw wrongType(`Send the file as ${FILE_TYPE}.`)
    return { ...(query as object), [file.field]: body }
  }
  const sent = method === 'GET' || method === 'DELETE' ? query : body
  if (Buffer.isBuffer(sent)) throw wrongType('Send the request as JSON.')
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    throw invalidInput('The request must be a JSON object.')
  }
  return sent
}

const wrongType = (message: string) => new ShopError(415, 'unsupported_media_type', message)

declare module 'fastify' {
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}
