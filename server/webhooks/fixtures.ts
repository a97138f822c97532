import { afterEach, beforeAll, beforeEach } from 'vitest'
import type { WebhookTopic } from '#contract/webhooks/rules.ts'
import * as fixtures from '../../tests/support/fixtures.ts'
import { aReceiver, type Receiver } from '../../tests/support/receiver.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { turnClock } from '../platform/clock.ts'
import { enqueue } from '../platform/jobs/queue.ts'
import { retryDeliveriesJob } from './deliver.ts'

/**
 * Opens a shop for a test file and a webhook receiver for each of its tests. Webhooks are removed after each
 * test.
 */
export class WebhookWorld {
  shop!: TestShop
  admin!: fixtures.Customer
  receiver!: Receiver

  constructor() {
    beforeAll(async () => {
      this.shop = await openTestShop({ webhooks: true })
    })
    beforeEach(async () => {
      this.admin = await fixtures.anAdmin(this.shop)
      this.receiver = await aReceiver()
      // The only private origin that a demo shop may send requests to.
      const { sandbox } = this.shop.shop.config
      if (sandbox) sandbox.url = this.receiver.url
    })
    afterEach(async () => {
      turnClock(0)
      for (const { id } of await this.admin.call('GET /api/admin/webhooks')) {
        await this.admin.call('DELETE /api/admin/webhooks/:id', { id })
      }
    })
  }

  add(topics: WebhookTopic[], url = `${this.receiver.url}/hooks`) {
    return this.admin.call('POST /api/admin/webhooks', { url, topics })
  }

  deliveries(query = {}) {
    return this.admin.call('GET /api/admin/webhook-deliveries', query)
  }

  async topicsSoFar() {
    await this.shop.runJobs()
    return this.receiver.received.map(({ event }) => event.topic)
  }

  /** Advances the clock and runs the job that is scheduled every minute. */
  async pass(ms: number) {
    turnClock(ms)
    await enqueue(this.shop.shop.db, retryDeliveriesJob, {})
    await this.shop.runJobs()
  }

  async changePrice(price: string, id?: number): Promise<number> {
    const productId = id ?? (await fixtures.aProduct(this.shop)).id
    await this.admin.call('PATCH /api/admin/products/:id', { id: productId, price: Number(price) })
    await this.shop.runJobs()
    return productId
  }
}
