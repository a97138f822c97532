import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, type PlatformWorld, subscribe, topicsHeard } from '../given.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

describe('a subscription', () => {
  it('is made, listed, moved and ended by the API', async () => {
    const uri = 'http://shop.test/webhooks'
    const made = await world.ask<{ webhookSubscriptionCreate: { webhookSubscription: { id: string } } }>(
      subscribe,
      {
        topic: 'PRODUCTS_UPDATE',
        uri,
      },
    )
    const { id } = made.data.webhookSubscriptionCreate.webhookSubscription
    expect(id).toBe('gid://shopify/WebhookSubscription/1')
    const moved = await world.ask(
      `mutation ($id: ID!) {
        webhookSubscriptionUpdate(id: $id, webhookSubscription: { uri: "http://shop.test/other" }) {
          webhookSubscription { uri } userErrors { message }
        }
      }`,
      { id },
    )
    expect(moved.data).toEqual({
      webhookSubscriptionUpdate: { webhookSubscription: { uri: 'http://shop.test/other' }, userErrors: [] },
    })
    expect(await topicsHeard(world)).toEqual(['PRODUCTS_UPDATE'])
    const end =
      'mutation ($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } } }'
    expect((await world.ask(end, { id })).data).toEqual({
      webhookSubscriptionDelete: { deletedWebhookSubscriptionId: id, userErrors: [] },
    })
    expect((await world.ask(end, { id })).data).toMatchObject({
      webhookSubscriptionDelete: { userErrors: [{ message: 'Webhook subscription does not exist' }] },
    })
    expect(await topicsHeard(world)).toEqual([])
  })

  it('is refused for an address that is none, and for the same address twice', async () => {
    const messageFor = async (uri: string) => {
      const { data } = await world.ask<{ webhookSubscriptionCreate: { userErrors: { message: string }[] } }>(
        subscribe,
        { topic: 'PRODUCTS_UPDATE', uri },
      )
      return data.webhookSubscriptionCreate.userErrors[0]?.message
    }
    expect(await messageFor('shop.test')).toBe('Address is invalid')
    expect(await messageFor('http://shop.test/a')).toBeUndefined()
    expect(await messageFor('http://shop.test/a')).toBe('Address for this topic has already been taken')
  })
})
