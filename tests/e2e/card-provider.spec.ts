import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type FrameLocator, type Page } from '@playwright/test'
import Stripe from 'stripe'
import { inMemory } from '../../sandbox/config.ts'
import { payments } from '../../sandbox/payments/payments.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { openCardShop } from '../support/card-form/card-shop.ts'

const publishableKey = 'pk_test_plinth_sandbox'

interface World {
  sandboxUrl: string
  shopUrl: string
  stripe: Stripe
}

const test = base.extend<{ expectedMessages: RegExp[] }, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern to see which fixtures are used
    async ({}, use) => {
      const sandbox = await startSandbox(inMemory, [payments])
      const shop = await openCardShop(sandbox.url)
      const { hostname: host, port } = new URL(sandbox.url)
      const stripe = new Stripe('sk_test_plinth_sandbox', { host, port, protocol: 'http', telemetry: false })
      await use({ sandboxUrl: sandbox.url, shopUrl: shop.url, stripe })
      await shop.close()
      await sandbox.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  expectedMessages: [[], { option: true }],
  page: async ({ page, expectedMessages }, use) => {
    const unexpected: string[] = []
    const note = (message: string) => {
      if (!expectedMessages.some((pattern) => pattern.test(message))) unexpected.push(message)
    }
    page.on('console', (message) => note(`${message.type()}: ${message.text()}`))
    page.on('pageerror', (error) => note(`error on the page: ${error.message}`))
    await use(page)
    expect(unexpected, 'messages on the console').toEqual([])
  },
})

test('a card is typed and paid, and the shop gets the intent', async ({ page, world }) => {
  const intent = await openForm(page, world)
  const card = cardFrame(page)
  await typeCard(card, '4242424242424242')
  await expect(card.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(card.getByLabel('Expiration date')).toHaveValue('12 / 34')
  await expect(card.getByText('Visa')).toBeVisible()
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.getByRole('status')).toHaveText('Payment succeeded')
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})

async function openForm(page: Page, { shopUrl, stripe }: World, wishes: Record<string, string> = {}) {
  const intent = await stripe.paymentIntents.create({ amount: 4999, currency: 'usd' })
  const secret = intent.client_secret ?? ''
  await page.goto(`${shopUrl}/?${new URLSearchParams({ key: publishableKey, secret, ...wishes })}`)
  return intent
}

function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]')
}

async function typeCard(card: FrameLocator, number: string, expiry = '1234', code = '123') {
  await card.getByLabel('Card number').pressSequentially(number)
  await card.getByLabel('Expiration date').pressSequentially(expiry)
  await card.getByLabel('Security code').pressSequentially(code)
}
