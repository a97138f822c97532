import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { takeFault, waitOut } from '../../faults.ts'
import { type Platform, service } from '../provider.ts'
import { isKnownToken, mountGrant } from './tokens.ts'
import { versionFor } from './versions.ts'

interface ApiRoute {
  Params: { version: string }
}

/** The Admin API: one address for all queries, and one for tokens. */
export async function mountApi(app: FastifyInstance, platform: Platform) {
  await app.register((api, _options, done) => {
    api.setErrorHandler((error, request, reply) => sendUnforeseen(error, request, reply))
    api.addHook('onRequest', async (_request, reply) => refuseWhenDown(platform, reply))
    mountGrant(api, platform)
    api.post<ApiRoute>('/admin/api/:version/graphql.json', (request, reply) =>
      answerQuery(platform, request, reply),
    )
    done()
  })
}

const AskedQuery = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** In the order of the platform: trouble that was switched on, version, token, query. */
async function answerQuery(platform: Platform, request: FastifyRequest<ApiRoute>, reply: FastifyReply) {
  const { faults, stopping } = platform
  reply.headers({ 'x-request-id': randomUUID(), 'cache-control': 'no-store' })
  const version = versionFor(request.params.version)
  if (!version) return reply.status(404).send({ errors: 'Not Found' })
  reply.header('x-shopify-api-version', version)

  const cut = takeFault(faults, service, 'timeout')
  const wait = cut ?? takeFault(faults, service, 'slow')
  if (wait) await waitOut(wait, stopping)
  if (cut) return breakOff(reply)

  if (!isAllowed(platform, request)) {
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)'
    return reply.status(401).send({ errors })
  }
  const soon = takeFault(faults, service, 'too-many-requests')
  if (soon) {
    const errors = 'Too many requests came too fast. Ask again more slowly.'
    return reply
      .status(429)
      .header('retry-after', (soon.delayMs / 1000).toFixed(1))
      .send({ errors })
  }
  const asked = AskedQuery.safeParse(request.body)
  if (!asked.success) {
    return reply.status(400).send({ errors: { query: 'Required parameter missing or invalid' } })
  }
  if (takeFault(faults, service, 'internal-error'))
    return internalError(String(reply.getHeader('x-request-id')))
  if (takeFault(faults, service, 'throttled')) platform.bucket.empty()

  // Loaded when somebody first asks, so that a sandbox without a sync pays nothing for the library.
  const { runQuery } = await import('./run-query.ts')
  const { query, variables, operationName } = asked.data
  const answer = await runQuery(platform, {
    query,
    variables: variables ?? {},
    operationName: operationName ?? undefined,
  })
  const isAdjustment = query.includes('inventoryAdjustQuantities')
  if (isAdjustment && takeFault(faults, service, 'lost-adjustment')) return breakOff(reply)
  if (takeFault(faults, service, 'lost-page')) return breakOff(reply, JSON.stringify(answer))
  return answer
}

function isAllowed({ store, faults }: Platform, { headers }: FastifyRequest): boolean {
  const token = headers['x-shopify-access-token']
  return (
    typeof token === 'string' && isKnownToken(store, token) && !takeFault(faults, service, 'unauthorized')
  )
}

async function refuseWhenDown({ faults }: Platform, reply: FastifyReply) {
  if (!takeFault(faults, service, 'down')) return
  await reply
    .status(503)
    .type('text/html')
    .send('<!doctype html><title>503</title><h1>Service Unavailable</h1>')
}

function internalError(requestId: string) {
  const message = `Internal error. Something went wrong on the side of the platform. Request ID: ${requestId}`
  return { errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } }] }
}

/** Half of the answer, if there is one, then nothing more. */
function breakOff(reply: FastifyReply, answer = '') {
  reply.hijack()
  if (answer === '') {
    reply.raw.destroy()
    return
  }
  reply.raw.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(answer),
  })
  reply.raw.write(answer.slice(0, answer.length / 2), () => reply.raw.destroy())
}

function sendUnforeseen(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status < 500)
    return reply.status(status).send({ errors: error instanceof Error ? error.message : String(error) })
  process.stderr.write(`${request.method} ${request.url}: ${error instanceof Error ? error.stack : error}\n`)
  return reply.status(500).send({ errors: 'Internal Server Error' })
}
