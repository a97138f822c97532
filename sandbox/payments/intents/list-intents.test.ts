import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CardWorld, lamp, openCardWorld, rejectionOf } from '../fixtures.ts'

let world: CardWorld

beforeEach(async () => {
  world = await openCardWorld()
})

afterEach(() => world.stop())

describe('paymentIntents.list', () => {
  it('lists all intents, newest first, page by page', async () => {
    const made = []
    for (let amount = 101; amount <= 105; amount++) {
      made.unshift((await world.stripe.paymentIntents.create({ ...lamp, amount })).id)
    }
    const { paymentIntents } = world.stripe
    const first = await paymentIntents.list({ limit: 2 })
    expect(first).toMatchObject({ object: 'list', url: '/v1/payment_intents', has_more: true })
    const seen = []
    for await (const { id } of paymentIntents.list({ limit: 2 })) seen.push(id)
    expect(seen).toEqual(made)

    expect((await paymentIntents.list({ limit: 2, starting_after: made[3] ?? '' })).has_more).toBe(false)
  })

  it('filters by creation time', async () => {
    const { created } = await world.stripe.paymentIntents.create(lamp)
    const { paymentIntents } = world.stripe
    expect((await paymentIntents.list({ created: { gte: created } })).data).toHaveLength(1)
    expect((await paymentIntents.list({ created: { gte: created + 60 } })).data).toHaveLength(0)
  })

  it('rejects a limit above 100, and an unknown cursor', async () => {
    const { paymentIntents } = world.stripe
    expect(await rejectionOf(paymentIntents.list({ limit: 101 }))).toMatchObject({ param: 'limit' })
    expect(await rejectionOf(paymentIntents.list({ starting_after: 'pi_nobody' }))).toMatchObject({
      code: 'resource_missing',
      param: 'starting_after',
    })
  })
})
