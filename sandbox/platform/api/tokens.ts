import { hash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Store } from '../../store.ts'
import { demoApp, type Platform } from '../provider.ts'
import { readSettings } from '../settings.ts'

export const tokenTables = `
  create table if not exists platform_tokens (
    hash text primary key,
    expires_at integer not null
  ) strict;
`

/** The token that was pasted into the shop's settings never ends; those of the grant do. */
export function isKnownToken(store: Store, token: string): boolean {
  if (token === demoApp.accessToken) return true
  const row = store.prepare('select expires_at from platform_tokens where hash = ?').get(hashOf(token))
  return row !== undefined && (row as { expires_at: number }).expires_at > Date.now()
}

const Grant = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.string(),
})

/** The client-credentials grant, by which an app gets a token for a day. */
export function mountGrant(app: FastifyInstance, { store }: Platform) {
  app.post('/admin/oauth/access_token', ({ body }, reply) => {
    const asked = Grant.safeParse(body instanceof URLSearchParams ? Object.fromEntries(body) : body)
    if (!asked.success || asked.data.grant_type !== 'client_credentials') {
      return reply.status(400).send(refusal('invalid_request', 'The request is not a known grant.'))
    }
    const { apiSecret, tokenSeconds } = readSettings(store)
    const { client_id: id, client_secret: secret } = asked.data
    if (id !== demoApp.apiKey || secret !== apiSecret) {
      return reply.status(400).send(refusal('invalid_client', 'Client id or client secret is wrong.'))
    }
    const token = `shpat_${randomBytes(16).toString('hex')}`
    store.prepare('delete from platform_tokens where expires_at < ?').run(Date.now())
    store
      .prepare('insert into platform_tokens (hash, expires_at) values (?, ?)')
      .run(hashOf(token), Date.now() + tokenSeconds * 1000)
    return { access_token: token, scope: demoApp.scope, expires_in: tokenSeconds }
  })
}

function refusal(error: string, description: string) {
  return { error, error_description: description }
}

function hashOf(token: string): string {
  return hash('sha256', token)
}
