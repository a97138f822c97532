import { describe, expect, test } from 'vitest'
import { WEBHOOKS_MAX } from '#contract/webhooks/rules.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { WebhookWorld } from './fixtures.ts'

const world = new WebhookWorld()

describe('an admin', () => {
  test('can find a delivery by topic, state, and product, and sees the payload and the response', async () => {
    const { webhook } = await world.add(['product.changed'])
    await world.admin.call('POST /api/admin/webhooks/:id/test', { id: webhook.id })
    const productId = await world.changePrice('5.00')
    expect(await world.deliveries({ topic: 'test' })).toMatchObject([{ topic: 'test', state: 'delivered' }])
    expect(await world.deliveries({ topic: 'order.paid' })).toEqual([])
    const [found] = await world.deliveries({ search: String(productId), state: 'delivered' })
    const { id = 0, eventId } = found ?? {}
    expect(await world.deliveries({ search: eventId })).toHaveLength(1)
    expect(await world.admin.call('GET /api/admin/webhook-deliveries/:id', { id })).toMatchObject({
      body: world.receiver.received.at(-1)?.body,
      tries: [{ status: 204, url: `${world.receiver.url}/hooks`, durationMs: expect.any(Number) }],
    })
  })

  test('can resend a delivery, which the audit log records', async () => {
    await world.add(['product.changed'])
    await world.changePrice('5.00')
    const [{ id = 0, eventId } = {}] = await world.deliveries()
    const again = await world.admin.call('POST /api/admin/webhook-deliveries/:id/resend', { id })
    expect(again).toMatchObject({ state: 'waiting' })
    await world.shop.runJobs()
    expect(world.receiver.received.filter(({ event }) => event.id === eventId)).toHaveLength(2)
    expect(await world.admin.call('GET /api/admin/audit', { kind: 'webhook', pageSize: 2 })).toMatchObject([
      { action: 'webhook.resent', after: { eventId } },
      { action: 'webhook.added' },
    ])
  })

  test('can change the URL and the events of a webhook, and remove it with its deliveries', async () => {
    const { webhook } = await world.add(['product.changed'])
    const { id } = webhook
    const changed = await world.admin.call('PATCH /api/admin/webhooks/:id', {
      id,
      url: `${world.receiver.url}/other`,
      topics: ['order.paid', 'order.placed', 'order.paid'],
    })
    expect(changed).toMatchObject({
      url: `${world.receiver.url}/other`,
      topics: ['order.placed', 'order.paid'],
    })
    await world.changePrice('5.00')
    expect(world.receiver.received).toEqual([])
    await world.admin.call('POST /api/admin/webhooks/:id/test', { id })
    await world.admin.call('DELETE /api/admin/webhooks/:id', { id })
    await world.shop.runJobs()
    expect(await world.admin.call('GET /api/admin/webhooks')).toEqual([])
    expect(await world.deliveries()).toEqual([])
    expect(world.receiver.received).toEqual([])
  })

  test.each([
    ['http://example.com/', 'https://'],
    ['https://127.0.0.1/', "isn't a public host"],
    ['https://[::1]/', "isn't a public host"],
    ['https://0x7f.1/', "isn't a public host"],
    ['https://169.254.169.254/latest', "isn't a public host"],
    ['https://user:password@example.com/', 'password'],
    ['https://example.com:8443/', 'port'],
    [`https://${'a'.repeat(64)}.example.com/`, "isn't a host name"],
    ['nonsense', "isn't a valid URL"],
  ])('cannot add a webhook for %s', async (url, why) => {
    await expect(world.add(['order.paid'], url)).rejects.toMatchObject({
      status: 400,
      errors: [{ path: 'url', message: expect.stringContaining(why) }],
    })
  })

  test('sees the error for a URL whose name resolves to a private network', async () => {
    await world.add(['product.changed'], 'https://localhost/')
    await fixtures.aProduct(world.shop)
    await world.shop.runJobs()
    expect((await world.deliveries())[0]?.lastTry?.error).toContain("isn't a public host")
  })

  test(`can add at most ${WEBHOOKS_MAX} webhooks`, async () => {
    for (let n = 0; n < WEBHOOKS_MAX; n++) await world.add(['order.paid'])
    await expect(world.add(['order.paid'])).rejects.toMatchObject({ status: 409 })
  })
})
