import { expect, type FrameLocator, type Page } from '@playwright/test'
import type { World } from './card-world.ts'

const publishableKey = 'pk_test_plinth_sandbox'

export async function openForm(page: Page, { shopUrl, stripe }: World, wishes: Record<string, string> = {}) {
  const intent = await stripe.paymentIntents.create({ amount: 4999, currency: 'usd' })
  const secret = intent.client_secret ?? ''
  await page.goto(`${shopUrl}/?${new URLSearchParams({ key: publishableKey, secret, ...wishes })}`)
  const ready = page.getByRole('button', { name: 'Pay', disabled: false })
  await expect(ready.or(page.getByText(/^The form did not load/))).toBeVisible()
  return intent
}

export function pay(page: Page) {
  return page.getByRole('button', { name: 'Pay' }).click()
}

/** Completes or fails the bank's challenge. Its button can be found before the style sheet has placed it, when a click would miss it. */
export async function answerBank(page: Page, answer: 'Complete' | 'Fail') {
  const bank = page.frameLocator('iframe[title="3-D Secure challenge of your bank"]')
  const button = bank.getByRole('button', { name: answer })
  await expect.poll(() => button.evaluate(({ ownerDocument }) => ownerDocument.readyState)).toBe('complete')
  await button.click()
}

export async function heightOf(page: Page): Promise<number> {
  return (await page.locator('iframe').boundingBox())?.height ?? 0
}

export function switchOn({ sandboxUrl }: World, kind: string) {
  return fetch(`${sandboxUrl}/sandbox/api/faults/payments/${kind}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ count: 1 }),
  })
}

export function cardFrame(page: Page): FrameLocator {
  return page.frameLocator('iframe[title="Secure payment input frame"]')
}

export async function typeCard(card: FrameLocator, number: string, expiry = '1234', code = '123') {
  // Unlike clicking, typing doesn't wait until the field is ready.
  await expect(card.getByLabel('Card number')).toBeVisible()
  await card.getByLabel('Card number').pressSequentially(number)
  await card.getByLabel('Expiration date').pressSequentially(expiry)
  await card.getByLabel('Security code').pressSequentially(code)
}
