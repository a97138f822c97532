import { Agent, request } from 'node:http'
import { json } from 'node:stream/consumers'
import { SHIPPING } from '../../tests/support/shopper-details.ts'

type Answer = { status: number; body: unknown; cookie: string }

/** Sends one request at a time. */
const ALONE = new Agent({ keepAlive: true, maxSockets: 1 })
let visitors = 0

/** Adds a product to a new visitor's cart. @returns the cart's cookie and items */
export async function newCart(origin: string, productId: number, agent = ALONE) {
  visitors += 1
  // Rate limits count by IP address, so every visitor has a different one.
  const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
  const { cookie, body } = await post(`${origin}/api/cart`, { productId, quantity: 1 }, address, agent)
  return { cookie, items: body as { product: { price: string } }[], address }
}

/** Makes a complete purchase: cart, order with reserved stock, and payment event. */
export async function wholeCheckout(origin: string, productId: number, agent = ALONE) {
  const { cookie, items, address } = await newCart(origin, productId, agent)
  const amount = items[0]?.product.price
  const order = await post(
    `${origin}/api/create-payment-intent`,
    { items, amount, shippingInfo: SHIPPING },
    address,
    agent,
    cookie,
  )
  const { clientSecret } = order.body as { clientSecret: string }
  const { body } = await post(`${origin}/api/payment-outcome`, { clientSecret }, address, agent, cookie)
  const { outcome } = body as { outcome: string }
  if (outcome !== 'paid') throw new Error(`A checkout ended with '${outcome}'`)
}

function post(url: string, body: unknown, address: string, agent: Agent, cookie = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': address, cookie }
    const outgoing = request(url, { method: 'POST', headers, agent }, (response) => {
      const { statusCode: status = 0 } = response
      json(response).then((parsed) => {
        if (status >= 300) return reject(new Error(`${url} returned ${status}: ${JSON.stringify(parsed)}`))
        const [set = ''] = response.headers['set-cookie'] ?? []
        resolve({ status, body: parsed, cookie: set.split(';')[0] ?? '' })
      }, reject)
    })
    outgoing.on('error', reject)
    outgoing.end(JSON.stringify(body))
  })
}
