import fastify from 'fastify'
import { expect, test } from 'vitest'
import { getUser } from '#contract/accounts/api.ts'
import { listCategories } from '#contract/catalog/api.ts'
import type { Endpoint } from '#contract/http.ts'
import { createFairTurns, offerFairTurns } from '../../platform/http/fair-turns.ts'
import { mount } from '../../platform/http/mount.ts'
import { offerParts } from '../../platform/http/page-parts.ts'
import type { Shop } from '../../shop.ts'
import { recognizeUsers } from './request-user.ts'

/** Calls the endpoint with a stubbed result, and counts the database queries. */
async function callEndpoint(endpoint: Endpoint, response: unknown, headers: Record<string, string>) {
  let queries = 0
  const db = new Proxy({} as Shop['db'], {
    get() {
      queries++
      throw new Error('The database was queried')
    },
  })
  const app = fastify()
  app.decorateRequest('user', null)
  app.decorateRequest('network', null)
  offerFairTurns(app, createFairTurns())
  offerParts(app)
  recognizeUsers(app, { db, config: { demo: true } } as Shop)
  mount(app, endpoint, async () => response as never)
  const { statusCode } = await app.inject({ method: endpoint.method, url: endpoint.path, headers })
  await app.close()
  return { statusCode, queries }
}

const bearer = { authorization: `Bearer ${'A'.repeat(43)}` }

test('a request without a token queries no user', async () => {
  expect(await callEndpoint(getUser, null, {})).toEqual({ statusCode: 200, queries: 0 })
})

test('a request with a token queries the user', async () => {
  expect(await callEndpoint(getUser, null, bearer)).toEqual({ statusCode: 500, queries: 1 })
})

test('a request with a token queries no user if the endpoint ignores tokens', async () => {
  expect(await callEndpoint(listCategories, [], bearer)).toEqual({ statusCode: 200, queries: 0 })
})
