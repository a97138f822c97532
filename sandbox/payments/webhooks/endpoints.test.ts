import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, lamp, openCardWorld, paidIntent, rejectionOf } from '../fixtures.ts'

let world: CardWorld

const demo = 'we_plinth_sandbox'

beforeEach(async () => {
  world = await openCardWorld({ shopUrl: 'http://localhost:4321' })
})

afterEach(() => world.stop())

describe('the webhook endpoint', () => {
  it('is the demo shop’s from the start', async () => {
    expect(await world.stripe.webhookEndpoints.retrieve(demo)).toMatchObject({
      object: 'webhook_endpoint',
      url: 'http://localhost:4321/api/webhooks/stripe',
      status: 'enabled',
      enabled_events: expect.arrayContaining(['payment_intent.succeeded']),
    })
  })

  it('can be changed', async () => {
    const { webhookEndpoints } = world.stripe
    const url = 'https://shop.example/hooks'
    const changed = await webhookEndpoints.update(demo, {
      url,
      enabled_events: ['charge.failed'],
    })
    expect(changed).toMatchObject({ enabled_events: ['charge.failed'], url })
  })

  it('rejects an invalid URL', async () => {
    const changing = world.stripe.webhookEndpoints.update(demo, { url: 'shop' })
    expect(await rejectionOf(changing)).toMatchObject({ param: 'url' })
  })
})

describe('events.list', () => {
  it('filters by type', async () => {
    await world.stripe.paymentIntents.create(lamp)
    await paidIntent(world.stripe)
    const { events } = world.stripe
    expect((await events.list({ type: 'payment_intent.created' })).data).toHaveLength(2)
    const some = await events.list({ type: 'payment_intent.succeeded' })
    expect(some.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded'])
    expect(await events.retrieve(some.data[0]?.id ?? '')).toEqual(some.data[0])
    expect((await rejectionOf(events.retrieve('evt_nobody'))).statusCode).toBe(404)
  })
})
