import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPlatformWorld, type PlatformWorld, subscribe, topicsReceived } from '../fixtures.ts'

let world: PlatformWorld

beforeEach(async () => {
  world = await openPlatformWorld()
})

afterEach(() => world.stop())

describe('a webhook subscription', () => {
  it('is created and listed', async () => {
    const topic = 'PRODUCTS_UPDATE'
    const { data } = await world.query(subscribe, { topic, uri: 'http://shop.test/webhooks' })
    expect(data).toEqual({
      webhookSubscriptionCreate: {
        webhookSubscription: {
          id: 'gid://shopify/WebhookSubscription/1',
          topic,
          uri: 'http://shop.test/webhooks',
        },
        userErrors: [],
      },
    })
    expect(await topicsReceived(world)).toEqual([topic])
  })

  it('is rejected if the URL is invalid or already subscribed', async () => {
    const messageFor = async (uri: string) => {
      const { data } = await world.query<{
        webhookSubscriptionCreate: { userErrors: { message: string }[] }
      }>(subscribe, { topic: 'PRODUCTS_UPDATE', uri })
      return data.webhookSubscriptionCreate.userErrors[0]?.message
    }
    expect(await messageFor('shop.test')).toBe('Address is invalid')
    expect(await messageFor('http://shop.test/a')).toBeUndefined()
    expect(await messageFor('http://shop.test/a')).toBe('Address for this topic has already been taken')
  })
})
