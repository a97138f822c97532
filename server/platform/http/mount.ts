import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Endpoint } from '#contract/http.ts'
import { invalidInput, ShopError } from '../../errors.ts'
import { errorBodyOf } from './errors.ts'
import { guard } from './guards.ts'

type Input<E extends Endpoint> = z.output<E['input']>
type Answer<E extends Endpoint> = z.input<E['answer']>

const FILE_TYPE = 'application/octet-stream'

/**
 * Turns an endpoint of the contract into a route: guards it by its `access`, checks the input before any of our code,
 * and cuts the answer to its schema, so that what the contract does not name cannot leave the server.
 */
export function mount<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<Answer<E>>,
) {
  route(app, endpoint, async (input, request, reply) => {
    const answer = await handle(input, request, reply)
    reply.header('content-type', `${endpoint.media ?? 'application/json'}; charset=utf-8`)
    const cut = endpoint.answer.parse(answer)
    return endpoint.media ? cut : JSON.stringify(cut)
  })
}

/**
 * The same for an answer that comes in lines of JSON while the work is done. A refusal before the first line is answered
 * like any other; a later one is the last line, in the error shape, since the status has left already.
 */
export function mountLines<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, request: FastifyRequest) => AsyncGenerator<Answer<E>>,
) {
  route(app, endpoint, async (input, request, reply) => {
    const answers = handle(input, request)
    const first = await answers.next()
    const line = (answer: unknown) => `${JSON.stringify(answer)}\n`
    async function* lines() {
      if (first.done) return
      yield line(endpoint.answer.parse(first.value))
      try {
        for await (const answer of answers) {
          // Whoever reads that the work is done may look at the shop at once.
          await app.catchUp()
          yield line(endpoint.answer.parse(answer))
        }
      } catch (error) {
        yield line(errorBodyOf(error as Error, request))
      }
    }
    reply.header('content-type', `${endpoint.media}; charset=utf-8`)
    // No proxy may gather the lines.
    reply.header('x-accel-buffering', 'no')
    return Readable.from(lines())
  })
}

/**
 * The same for an answer in server-sent events, each as soon as it is there. A refusal before the first one is answered like
 * any other. Who asks sends a token in a header, so it reads them with fetch, not with EventSource.
 */
export function mountEvents<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (input: Input<E>, request: FastifyRequest) => Promise<AsyncGenerator<Answer<E>>>,
) {
  route(app, endpoint, async (input, request, reply) => {
    const answers = await handle(input, request)
    async function* events() {
      for await (const answer of answers) yield `data: ${JSON.stringify(endpoint.answer.parse(answer))}\n\n`
    }
    reply.header('content-type', `${endpoint.media}; charset=utf-8`)
    reply.header('x-accel-buffering', 'no')
    return Readable.from(events())
  })
}

/** The same for an answer that is a file to keep, and too long to be made in one piece. */
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

/** Lets endpoints take JSON, and a file as it is. Anything else is a 415, plain text too, which Fastify would read. */
export function acceptBodies(app: FastifyInstance) {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(FILE_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}

function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  answer: (input: Input<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
) {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { endpoint },
    ...bodyLimitOf(endpoint),
    // Before the body is read: who may not send anything sends nothing.
    onRequest: async (request) => guard(endpoint, request),
    async handler(request, reply) {
      const input = readInput(endpoint, request)
      const sent = await answer(input, request, reply)
      reply.code(endpoint.status)
      // What belongs to a person is kept nowhere; the rest is asked about again before it is used again.
      const isPersonal = endpoint.access !== 'anyone' || request.user !== null
      if (!reply.hasHeader('cache-control'))
        reply.header('cache-control', isPersonal ? 'no-store' : 'no-cache')
      return sent
    },
  })
}

function bodyLimitOf({ file, maxBytes = file?.maxBytes }: Endpoint) {
  return maxBytes === undefined ? {} : { bodyLimit: maxBytes }
}

function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): Input<E> {
  // Path parameters come last: a body cannot speak for another address.
  const parsed = endpoint.input.safeParse({ ...sentWith(endpoint, request), ...(request.params as object) })
  if (parsed.success) {
    // The database keeps no NUL and finds none, and an answer that has begun could not be refused any more.
    if (request.url.includes('%00') && hasNull(parsed.data as object)) {
      throw invalidInput('The address has a character that cannot be read.')
    }
    return parsed.data as Input<E>
  }
  const errors = problemsOf(parsed.error)
  throw invalidInput(errors[0]?.message ?? 'The request is not valid.', errors)
}

export const problemsOf = ({ issues }: z.ZodError) =>
  issues.map(({ path, message }) => ({ path: path.join('.'), message }))

const hasNull = (values: object) =>
  Object.values(values).some((value) => typeof value === 'string' && value.includes('\0'))

function sentWith({ method, file }: Endpoint, { query, body = {} }: FastifyRequest): object {
  if (file) {
    if (!Buffer.isBuffer(body)) throw wrongType(`Please send the file as ${FILE_TYPE}.`)
    return { ...(query as object), [file.field]: body }
  }
  const sent = method === 'GET' || method === 'DELETE' ? query : body
  if (Buffer.isBuffer(sent)) throw wrongType('Please send JSON.')
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
