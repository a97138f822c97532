import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { logError, messageOf, statusOf } from '../../errors.ts'
import { takeFault, waitOut } from '../../faults.ts'
import { demoApp, type Platform, service, supportedVersions } from '../provider.ts'

interface ApiRoute {
  Params: { version: string }
}

/** The Admin API, with one URL for all queries and one for tokens. */
export async function mountApi(app: FastifyInstance, platform: Platform) {
  await app.register((api, _options, done) => {
    api.setErrorHandler((error, request, reply) => {
      const status = statusOf(error)
      if (status < 500) return reply.status(status).send({ errors: messageOf(error) })
      logError(error, request)
      return reply.status(500).send({ errors: 'Internal Server Error' })
    })
    api.addHook('onRequest', async (_request, reply) => rejectWhenDown(platform, reply))
    mountGrant(api)
    api.post<ApiRoute>('/admin/api/:version/graphql.json', (request, reply) =>
      handleQuery(platform, request, reply),
    )
    done()
  })
}

const QueryRequest = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

/** The checks run in the platform's order: version, token, throttling, query. */
async function handleQuery(platform: Platform, request: FastifyRequest<ApiRoute>, reply: FastifyReply) {
  const { faults, stopping } = platform
  reply.headers({ 'x-request-id': randomUUID(), 'cache-control': 'no-store' })
  const version = versionFor(request.params.version)
  if (!version) return reply.status(404).send({ errors: 'Not Found' })
  reply.header('x-shopify-api-version', version)

  const cut = takeFault(faults, service, 'timeout')
  const wait = cut ?? takeFault(faults, service, 'slow')
  if (wait) await waitOut(wait, stopping)
  if (cut) return breakOff(reply)

  const hasToken = request.headers['x-shopify-access-token'] === demoApp.accessToken
  if (!hasToken || takeFault(faults, service, 'unauthorized')) {
    const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)'
    return reply.status(401).send({ errors })
  }
  const soon = takeFault(faults, service, 'too-many-requests')
  if (soon) {
    const errors = 'Too many requests. Send them more slowly.'
    return reply
      .status(429)
      .header('retry-after', (soon.delayMs / 1000).toFixed(1))
      .send({ errors })
  }
  const requested = QueryRequest.safeParse(request.body)
  if (!requested.success) {
    return reply.status(400).send({ errors: { query: 'Required parameter missing or invalid' } })
  }
  if (takeFault(faults, service, 'internal-error'))
    return internalError(String(reply.getHeader('x-request-id')))
  if (takeFault(faults, service, 'throttled')) platform.bucket.empty()

  // Loaded at the first query, so the sandbox starts faster without it.
  const { runQuery } = await import('./run-query.ts')
  const { query, variables } = requested.data
  const response = await runQuery(platform, { query, variables: variables ?? {} })
  const isAdjustment = query.includes('inventoryAdjustQuantities')
  if (isAdjustment && takeFault(faults, service, 'lost-adjustment')) return breakOff(reply)
  if (takeFault(faults, service, 'lost-page')) return breakOff(reply, JSON.stringify(response))
  return response
}

async function rejectWhenDown({ faults }: Platform, reply: FastifyReply) {
  if (!takeFault(faults, service, 'down')) return
  await reply
    .status(503)
    .type('text/html')
    .send('<!doctype html><title>503</title><h1>Service Unavailable</h1>')
}

function internalError(requestId: string) {
  const message = `Internal error. Something went wrong at the platform. Request ID: ${requestId}`
  return { errors: [{ message, extensions: { code: 'INTERNAL_SERVER_ERROR', requestId } }] }
}

/** Sends half of the response, if there is one, and closes the connection. */
function breakOff(reply: FastifyReply, response = '') {
  reply.hijack()
  if (response === '') {
    reply.raw.destroy()
    return
  }
  reply.raw.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(response),
  })
  reply.raw.write(response.slice(0, response.length / 2), () => reply.raw.destroy())
}

/**
 * Resolves a version. One that is no longer supported falls forward to the oldest supported one. @returns null if the
 * version never existed
 */
function versionFor(requested: string): string | null {
  if (supportedVersions.some((version) => version === requested)) return requested
  const isQuarter = /^20\d\d-(01|04|07|10)$/.test(requested)
  return isQuarter && requested < supportedVersions[0] ? supportedVersions[0] : null
}

const Grant = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string(),
})

/** The client-credentials grant. It always returns the token of the shop's demo settings, which never expires. */
function mountGrant(app: FastifyInstance) {
  app.post('/admin/oauth/access_token', ({ body }, reply) => {
    const requested = Grant.safeParse(body instanceof URLSearchParams ? Object.fromEntries(body) : body)
    if (!requested.success || requested.data.grant_type !== 'client_credentials') {
      return reply.status(400).send(grantError('invalid_request', 'The grant type is not supported.'))
    }
    const { client_id: id, client_secret: secret } = requested.data
    if (id !== demoApp.apiKey || secret !== demoApp.apiSecret) {
      return reply.status(400).send(grantError('invalid_client', 'Client id or client secret is wrong.'))
    }
    return { access_token: demoApp.accessToken, scope: demoApp.scope, expires_in: 86_399 }
  })
}

function grantError(error: string, description: string) {
  return { error, error_description: description }
}
