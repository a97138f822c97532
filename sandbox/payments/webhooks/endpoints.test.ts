import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, lamp, openCardWorld, paidIntent, refusalOf } from '../given.ts'

let world: CardWorld

const wish = { url: 'https://shop.example/hooks', enabled_events: ['*' as const] }

beforeEach(async () => {
  world = await openCardWorld({ shopUrl: 'http://localhost:4321' })
})

afterEach(() => world.stop())

describe('webhookEndpoints', () => {
  it('have one for the demo shop from the start', async () => {
    const { data } = await world.stripe.webhookEndpoints.list()
    expect(data).toMatchObject([
      { id: 'we_plinth_sandbox', url: 'http://localhost:4321/api/webhooks/stripe', status: 'enabled' },
    ])
    expect(data[0]?.enabled_events).toContain('payment_intent.succeeded')
  })

  it('tell their secret once, when they are made', async () => {
    const made = await world.stripe.webhookEndpoints.create({ ...wish, description: 'Mine' })
    expect(made).toMatchObject({ object: 'webhook_endpoint', url: wish.url, description: 'Mine' })
    expect(made.secret).toMatch(/^whsec_\w{32}$/)
    expect((await world.stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined()
    const { data } = await world.stripe.webhookEndpoints.list()
    expect(data.filter((one) => 'secret' in one)).toEqual([])
  })

  it('can be changed, switched off and deleted', async () => {
    const { webhookEndpoints } = world.stripe
    const { id } = await webhookEndpoints.create(wish)
    const changed = await webhookEndpoints.update(id, { enabled_events: ['charge.failed'], disabled: true })
    expect(changed).toMatchObject({ enabled_events: ['charge.failed'], status: 'disabled', url: wish.url })
    expect(await webhookEndpoints.del(id)).toMatchObject({ id, deleted: true })
    expect((await refusalOf(webhookEndpoints.retrieve(id))).statusCode).toBe(404)
  })

  it('refuse an address that is none, and no events', async () => {
    const { webhookEndpoints } = world.stripe
    expect(await refusalOf(webhookEndpoints.create({ ...wish, url: 'shop' }))).toMatchObject({ param: 'url' })
    expect(await refusalOf(webhookEndpoints.create({ ...wish, enabled_events: [] }))).toMatchObject({
      code: 'parameter_missing',
    })
  })
})

describe('events.list', () => {
  it('selects by one kind or several', async () => {
    await world.stripe.paymentIntents.create(lamp)
    await paidIntent(world.stripe)
    const { events } = world.stripe
    expect((await events.list({ type: 'payment_intent.created' })).data).toHaveLength(2)
    const some = await events.list({ types: ['charge.succeeded', 'payment_intent.succeeded'] })
    expect(some.data.map(({ type }) => type)).toEqual(['payment_intent.succeeded', 'charge.succeeded'])
    expect(await events.retrieve(some.data[0]?.id ?? '')).toEqual(some.data[0])
    expect((await refusalOf(events.retrieve('evt_nobody'))).statusCode).toBe(404)
  })
})
