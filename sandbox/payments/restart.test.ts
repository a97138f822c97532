import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lamp, listenAsShop, openCardWorld, paidIntent } from './fixtures.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'plinth-sandbox-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

describe('a restart of the sandbox', () => {
  it('keeps intents, charges, events, endpoints, settings and idempotency keys', async () => {
    const first = await openCardWorld({ dataDir })
    const intent = await paidIntent(first.stripe)
    const key = { idempotencyKey: 'order-1' }
    const created = await first.stripe.paymentIntents.create(lamp, key)
    await first.api('PUT', '/payments/settings', { webhookSpeed: 7 })
    await first.stop()

    const second = await openCardWorld({ dataDir, shopUrl: 'http://localhost:9999' })
    expect(await second.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ status: 'succeeded' })
    expect(await second.stripe.charges.retrieve(String(intent.latest_charge))).toMatchObject({ paid: true })
    expect((await second.stripe.events.list({ type: 'payment_intent.succeeded' })).data).toHaveLength(1)
    expect((await second.stripe.paymentIntents.create(lamp, key)).id).toBe(created.id)
    expect(await second.api('GET', '/payments/settings')).toEqual({ webhookSpeed: 7 })
    const { url } = await second.stripe.webhookEndpoints.retrieve('we_plinth_sandbox')
    expect(url).toBe('http://localhost:9999/api/webhooks/stripe')
    const refund = await second.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('succeeded')
    await second.stop()
  })

  it('sends pending deliveries and completes processing payments', async () => {
    const first = await openCardWorld({ dataDir })
    const shop = await listenAsShop(first.stripe, ['payment_intent.created'])
    await first.switchOn('webhook-late', { count: 1, delayMs: 300 })
    await first.switchOn('processing', { count: 1, delayMs: 300 })
    const { id } = await paidIntent(first.stripe)
    await first.stop()
    expect(shop.received).toEqual([])

    const second = await openCardWorld({ dataDir, shopUrl: new URL(shop.url).origin })
    await vi.waitFor(() => expect(shop.types()).toEqual(['payment_intent.created']))
    await vi.waitFor(async () =>
      expect((await second.stripe.paymentIntents.retrieve(id)).status).toBe('succeeded'),
    )
    await second.stop()
  })

  it('repeats deliveries that it interrupted', async () => {
    const first = await openCardWorld({ dataDir })
    const shop = await listenAsShop(first.stripe, ['payment_intent.created'], [0])
    await first.stripe.paymentIntents.create(lamp)
    await vi.waitFor(() => expect(shop.received).toHaveLength(1))
    await first.stop()

    const second = await openCardWorld({ dataDir, shopUrl: new URL(shop.url).origin })
    await vi.waitFor(() => expect(shop.received).toHaveLength(2))
    await second.stop()
  })

  it('keeps a bank’s challenge open', async () => {
    const first = await openCardWorld({ dataDir })
    const intent = await paidIntent(first.stripe, 'pm_card_threeDSecure2Required')
    const page = new URL(String(intent.next_action?.redirect_to_url?.url)).pathname
    await first.stop()

    const second = await openCardWorld({ dataDir })
    const response = await fetch(second.url + page, {
      method: 'POST',
      body: new URLSearchParams({ answer: 'complete' }),
      redirect: 'manual',
    })
    expect(response.status).toBe(303)
    expect((await second.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    await second.stop()
  })
})
