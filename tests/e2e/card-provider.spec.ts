import {
  answerBank,
  cardFrame,
  openForm,
  pay,
  switchOn,
  typeCard,
} from '../support/card-form/card-journey.ts'
import { expect, expectAccessible, test } from '../support/journey.ts'

test('a card is entered and charged, and the shop gets the intent', async ({ page, world }) => {
  const intent = await openForm(page, world)
  const card = cardFrame(page)
  await typeCard(card, '4242424242424242')
  await expect(card.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242')
  await expect(card.getByLabel('Expiration date')).toHaveValue('12 / 34')
  await expect(card.getByText('Visa')).toBeVisible()
  await expect(page.getByText('Complete', { exact: true })).toBeVisible()
  await pay(page)
  await expect(page.getByRole('status')).toHaveText('Payment succeeded')
  expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
})

test('after the payment the shopper is redirected to the return_url with its parameters', async ({
  page,
  world,
}) => {
  const intent = await openForm(page, world, { redirect: 'always' })
  await typeCard(cardFrame(page), '5555555555554444')
  await pay(page)
  await expect(page.getByRole('heading', { name: 'Thanks' })).toBeVisible()
  const address = new URL(page.url())
  expect(address.origin + address.pathname).toBe(`${world.shopUrl}/thanks`)
  expect(Object.fromEntries(address.searchParams)).toEqual({
    order: '7',
    payment_intent: intent.id,
    payment_intent_client_secret: intent.client_secret,
    redirect_status: 'succeeded',
  })
})

test.describe('a declined card', () => {
  // The browser logs the 402 response to the console.
  test.use({ expectedMessages: [/status of 402/] })
  test('is reported, then replaced by one that is charged', { tag: '@long' }, async ({ page, world }) => {
    const intent = await openForm(page, world)
    const card = cardFrame(page)
    await typeCard(card, '4000000000000002')
    await pay(page)
    await expect(page.getByRole('status')).toHaveText(/^card_declined: Your bank declined this card/)
    expect((await world.stripe.paymentIntents.retrieve(intent.id)).last_payment_error?.code).toBe(
      'card_declined',
    )
    await card.getByLabel('Card number').fill('4242 4242 4242 4242')
    await pay(page)
    await expect(page.getByRole('status')).toHaveText('Payment succeeded')
  })
})

test.describe('a bank challenge', () => {
  for (const redirect of ['if_required', 'always']) {
    test(`lets the payment succeed when completed, redirect ${redirect}`, { tag: '@long' }, async ({
      page,
      world,
    }) => {
      const intent = await openForm(page, world, { redirect })
      await typeCard(cardFrame(page), '4000000000003220')
      await pay(page)
      await expectAccessible(page)
      await answerBank(page, 'Complete')
      if (redirect === 'always') await expect(page).toHaveURL(/thanks\?.*redirect_status=succeeded/)
      else await expect(page.getByRole('status')).toHaveText('Payment succeeded')
      expect((await world.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    })
  }

  test('charges nothing when it fails, and leaves the form ready for another card', { tag: '@long' }, async ({
    page,
    world,
  }) => {
    await openForm(page, world, { redirect: 'always' })
    const card = cardFrame(page)
    await typeCard(card, '4000002500003155')
    await pay(page)
    await answerBank(page, 'Fail')
    await expect(page.getByRole('status')).toHaveText(/^payment_intent_authentication_failure: /)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await card.getByLabel('Card number').fill('4242 4242 4242 4242')
    await pay(page)
    await expect(page).toHaveURL(/thanks\?.*redirect_status=succeeded/)
  })
})

test.describe('a provider outage', () => {
  test.use({ expectedMessages: [/status of (503|404)/] })
  test('is reported in place of the card form', async ({ page, world }) => {
    const { client_secret } = await world.stripe.paymentIntents.create({ amount: 4999, currency: 'usd' })
    await page.route('**/v1/elements/sessions*', (route) =>
      route.fulfill({
        status: 503,
        headers: { 'access-control-allow-origin': '*' },
        json: { error: { type: 'api_error', message: 'The provider is down.' } },
      }),
    )
    await openForm(page, world, { secret: client_secret ?? '' })
    await expect(page.getByRole('status')).toHaveText('The form did not load: The provider is down.')
  })

  test('leaves the card form unchanged when it happens during a payment', async ({ page, world }) => {
    await openForm(page, world)
    await typeCard(cardFrame(page), '4242424242424242')
    await switchOn(world, 'down')
    await pay(page)
    await expect(page.getByRole('status')).toHaveText(/The provider is down/)
    await pay(page)
    await expect(page.getByRole('status')).toHaveText('Payment succeeded')
  })
})

test.describe('a payment that has ended', () => {
  test('accepts no further cards', async ({ page, world }) => {
    const { id, client_secret } = await world.stripe.paymentIntents.create({ amount: 4999, currency: 'usd' })
    await world.stripe.paymentIntents.cancel(id)
    await openForm(page, world, { secret: client_secret ?? '' })
    await expect(page.getByRole('status')).toHaveText(/The form did not load: .*already canceled/)
  })
})

test('the dashboard shows every payment, and is accessible', async ({ page, world }) => {
  const { stripe } = world
  const paid = await stripe.paymentIntents.create({
    amount: 12_900,
    currency: 'usd',
    description: 'Order PL-7K3F-92QX',
    confirm: true,
    payment_method: 'pm_card_visa',
    return_url: `${world.shopUrl}/thanks`,
  })
  await stripe.refunds.create({ payment_intent: paid.id, amount: 900, reason: 'requested_by_customer' })
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: width === 375 ? 'dark' : 'light' })
    await page.goto(`${world.sandboxUrl}/payments`)
    await expectAccessible(page)
    await page.getByRole('link', { name: '$129.00' }).first().click()
    await expect(page.getByRole('heading', { name: 'Payment of $129.00' })).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('button', { name: /^Dispute as the customer/ }).click()
  await expect(page.getByText('Disputed by the customer.')).toBeVisible()
})
