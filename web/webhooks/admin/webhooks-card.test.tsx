import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { anAdmin, aProduct, type Customer } from '../../../tests/support/fixtures.ts'
import { openPage } from '../../../tests/support/page.tsx'
import { sendRequest } from '../../../tests/support/send-request.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

async function openCard(more = '') {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), `/admin?tab=integrations${more}`)
  return within(await screen.findByRole('region', { name: 'Webhooks' }))
}
const press = (name: string | RegExp, within = screen as Pick<typeof screen, 'findByRole'>) =>
  within.findByRole('button', { name }).then((button) => userEvent.click(button))
const receiver = () => `${shop.sandboxUrl}/receiver`
const fault = (method: 'PUT' | 'DELETE') =>
  sendRequest(`${shop.sandboxUrl}/sandbox/api/faults/receiver/down`, {
    method,
    ...(method === 'PUT' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
  })

test('a webhook is added with a secret that is shown once, and an invalid URL is reported next to its field', async () => {
  const card = await openCard()
  await card.findByText('No webhooks yet.')
  await press('Add webhook', card)
  const address = await screen.findByLabelText('Endpoint URL')
  await userEvent.type(address, 'http://example.com/')
  await press('Save')
  expect((await screen.findAllByText('The URL must begin with https://.')).length).toBeGreaterThan(0)
  await userEvent.clear(address)
  await userEvent.type(address, receiver())
  await userEvent.click(screen.getByLabelText('Order shipped'))
  await press('Save')
  const secret = await screen.findByLabelText<HTMLInputElement>('Secret')
  expect(secret.value).toMatch(/^whsec_[\w-]{43}$/)
  await press('I’ve saved it')
  await card.findByText('Order placed, Order paid, Order refunded, Product changed')
  expect(card.getByText('No deliveries yet.')).toBeDefined()
})

test('failures are shown, and deliveries are searched, opened, and resent', async () => {
  await fault('PUT')
  const { id, name } = await aProduct(shop)
  await shop.runJobs()
  const card = await openCard(`&search=${id}`)
  await card.findByText(/The last attempt failed: response 503/)
  await press(`Details of Product changed ${id}`, card)
  expect(await card.findByText(new RegExp(`"name": "${name}"`))).toBeDefined()
  await card.findByText('Temporarily unavailable.')
  await fault('DELETE')
  await press(`Resend (Product changed ${id})`, card)
  await waitFor(
    async () => {
      await shop.runJobs()
      expect(card.getByText('Delivered', { selector: 'span' })).toBeDefined()
    },
    { timeout: 20_000 },
  )
  expect(card.getByText('1 delivery')).toBeDefined()
})

test('a webhook’s secret is rotated, a test is sent, and the webhook is removed', async () => {
  const card = await openCard()
  await press(/^Rotate secret/, card)
  await press('Rotate')
  await screen.findByLabelText('Secret')
  await press('I’ve saved it')
  await card.findByText(/The previous secret is valid until/)
  await press(/^Send test/, card)
  await card.findByRole('button', { name: /^Details of Test/ })
  await press(/^Remove/, card)
  await press('Remove')
  await card.findByText('No webhooks yet.')
})
