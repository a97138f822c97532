import Stripe from 'stripe'
import type { StripeSettings } from '../stripe-settings.ts'
import type { KeySource } from './key-source.ts'

/** Opens a client that sends each request with the key of that moment. */
export function stripeClient({ address, timeoutMs }: StripeSettings, keys: KeySource): Stripe {
  return new Stripe('read for each request', {
    ...address,
    httpClient: keyed(retryingTooMany(), keys),
    telemetry: false,
    timeout: timeoutMs,
    maxNetworkRetries: 1,
  })
}

/** Without a key, requests fail as if Stripe had rejected it. */
function keyed(client: HttpClient, keys: KeySource): HttpClient {
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const { keys: now, problem } = await keys.current()
    if (!now) return unauthorized(problem)
    const headers = request[4] as Record<string, string>
    headers.Authorization = `Bearer ${now.secretKey}`
    return makeRequest(...request)
  }
  return client
}

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** Has what the SDK reads of a response. */
const unauthorized = (message: string) =>
  ({
    getStatusCode: () => 401,
    getHeaders: () => ({}),
    getRawResponse: () => ({}),
    toStream: () => ({}),
    toJSON: async () => ({ error: { message } }),
  }) as unknown as Awaited<ReturnType<HttpClient['makeRequest']>>

/** The SDK retries a 429 only if the response requests it, and Stripe's responses don't always do. */
function retryingTooMany(): HttpClient {
  const client = Stripe.createNodeHttpClient()
  const makeRequest = client.makeRequest.bind(client)
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request)
    if (response.getStatusCode() !== 429) return response
    const headers = { 'stripe-should-retry': 'true', ...response.getHeaders() }
    response.getHeaders = () => headers
    return response
  }
  return client
}
