import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { inMemory, type Settings } from '../config.ts'
import type { Fault, FaultInput } from '../faults.ts'
import { listen } from '../listen.ts'
import { type Sandbox, startSandbox } from '../sandbox.ts'
import type { QueryResponse } from './api/run-query.ts'
import type { ProductRecord } from './catalog/products.ts'
import { platform } from './platform.ts'
import { demoApp } from './provider.ts'

export type PlatformWorld = Awaited<ReturnType<typeof openPlatformWorld>>

/** Opens a sandbox with only the e-commerce platform. */
export async function openPlatformWorld(settings: Partial<Settings> = {}) {
  const sandbox = await startSandbox({ ...inMemory, ...settings }, [platform])
  const api = <T = unknown>(method: string, path: string, body?: object) =>
    callSandbox<T>(sandbox, method, path, body)
  return {
    sandbox,
    url: sandbox.url,
    stop: () => sandbox.stop(),
    /** Calls the sandbox's API. */
    api,
    switchOn: (kind: string, input: FaultInput = { count: 1 }) =>
      api<Fault>('PUT', `/faults/platform/${kind}`, input),
    /** Sends a query as an app would. */
    query: <Data = unknown>(query: string, variables: object = {}) =>
      queryPlatform<Data>(sandbox.url, query, variables),
    productCalled: async (handle: string) => {
      const products = await api<ProductRecord[]>('GET', '/platform/products')
      const product = products.find((one) => one.handle === handle)
      if (!product) throw new Error(`There is no product ${handle}`)
      return product
    },
  }
}

export function post(
  url: string,
  query: string,
  variables: object = {},
  { token = demoApp.accessToken as string, version = '2026-07' } = {},
): Promise<Response> {
  return fetch(`${url}/admin/api/${version}/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, variables }),
  })
}

export type Answer<Data> = Omit<QueryResponse, 'data' | 'errors'> & {
  data: Data
  errors?: { message: string; extensions?: { code: string } }[]
}

async function queryPlatform<Data>(url: string, query: string, variables: object): Promise<Answer<Data>> {
  return (await (await post(url, query, variables)).json()) as Answer<Data>
}

async function callSandbox<T>({ url }: Sandbox, method: string, path: string, body?: object): Promise<T> {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${url}/sandbox/api${path}`, { method, ...sent })
  const raw = await response.text()
  if (!response.ok) throw new Error(`${response.status}: ${raw}`)
  return (raw === '' ? null : JSON.parse(raw)) as T
}

interface ReceivedWebhook {
  topic: string
  body: string
  headers: IncomingHttpHeaders
  /** Milliseconds since 1970. */
  at: number
}

/**
 * Opens a webhook endpoint subscribed to every change, which records requests and responds with the given statuses, then
 * with 200.
 */
export async function openSubscribedShop(world: PlatformWorld, statuses: number[] = []) {
  const received: ReceivedWebhook[] = []
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        received.push({
          topic: String(request.headers['x-shopify-topic']),
          body,
          headers: request.headers,
          at: Date.now(),
        })
        response.writeHead(statuses.shift() ?? 200).end()
      },
      () => response.destroy(),
    )
  })
  const url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1', 'none')}/webhooks`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  for (const topic of ['PRODUCTS_CREATE', 'PRODUCTS_UPDATE', 'PRODUCTS_DELETE']) {
    await world.query(subscribe, { topic, uri: url })
  }
  return { url, received, topics: () => received.map(({ topic }) => topic) }
}

export const subscribe = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id topic uri }
    userErrors { field message }
  }
}`

/** Lists the topics with subscriptions. */
export async function topicsReceived(world: PlatformWorld) {
  const { data } = await world.query<{ webhookSubscriptions: { nodes: { topic: string }[] } }>(
    '{ webhookSubscriptions(first: 10) { nodes { topic } } }',
  )
  return data.webhookSubscriptions.nodes.map(({ topic }) => topic)
}
