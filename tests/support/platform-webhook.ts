import { createHmac } from 'node:crypto'
import type { TestShop } from './shop.ts'

const PLATFORM_SECRET = 'plinth-demo-api-secret'
let delivered = 0

/** Sends a webhook of the platform, with a valid signature unless another one is given. @returns the status */
export async function sendPlatformWebhook(
  shop: TestShop,
  topic: string,
  body: object,
  { secret = PLATFORM_SECRET, id = `webhook-${++delivered}`, signature = '' } = {},
): Promise<number> {
  const bytes = JSON.stringify(body)
  const response = await shop.visitor().send({
    method: 'POST',
    url: '/api/webhooks/shopify',
    body: bytes,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-webhook-id': id,
      'x-shopify-hmac-sha256': signature || createHmac('sha256', secret).update(bytes).digest('base64'),
    },
  })
  return response.status
}
