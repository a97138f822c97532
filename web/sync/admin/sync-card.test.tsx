import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, aProduct, aProductInColors, type Customer } from '../../../tests/support/fixtures.ts'
import { failing, openPage } from '../../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { storeToken } from '../../platform/auth-token.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

async function openCard() {
  storeToken(admin.token ?? '')
  openPage((call) => admin.transport(call), '/admin?tab=integrations')
  return within(await screen.findByRole('region', { name: 'Platform sync' }))
}

/** Inserts a finished run. The end-to-end test covers real runs. */
async function aRun(facts: { state: 'running' | 'done' | 'failed'; message?: string; error?: string }) {
  const { db } = shop.shop
  const finished = facts.state === 'running' ? null : new Date()
  await db.deleteFrom('sync_runs').execute()
  await db
    .insertInto('sync_runs')
    .values({ kind: 'full', requested_by: 'admin', finished_at: finished, seen: 3, ...facts })
    .execute()
}

describe('the platform sync card', () => {
  // The test of the settings tab covers its copy there (spec section 2).
  test('appears in Integrations, saves the sync interval, keeps the entered connection, and never shows its secret again', async () => {
    const card = await openCard()
    expect(await card.findByText('No syncs yet.')).toBeDefined()
    await userEvent.selectOptions(await card.findByLabelText('Automatic sync'), 'Every hour')
    expect(await screen.findByText('Schedule saved')).toBeDefined()
    expect((await admin.call('GET /api/admin/sync-connection')).scheduleMinutes).toBe(60)

    await userEvent.click(await card.findByRole('button', { name: 'Connection' }))
    await userEvent.type(card.getByLabelText('Access token'), 'shpat_not_this_one')
    await userEvent.click(card.getByRole('button', { name: 'Save connection' }))
    expect(await screen.findByText('Connection saved')).toBeDefined()
    expect(await card.findByText('(entered here)')).toBeDefined()
    await userEvent.click(card.getByRole('button', { name: 'Connection' }))
    expect(card.getByLabelText('Access token')).toHaveProperty('value', '')
    fireEvent.change(card.getByLabelText('Store URL'), { target: { value: 'https://elsewhere.example' } })
    await userEvent.click(card.getByRole('button', { name: 'Save connection' }))
    expect(
      (await card.findAllByText(/^In demo mode, you can only connect the sandbox/)).length,
    ).toBeGreaterThan(0)
    await userEvent.click(card.getByRole('button', { name: 'Disconnect' }))
    expect(await card.findByText('(emulated by the sandbox)')).toBeDefined()
  })

  test('shows the panel of spec section 8 after a run that was rejected with 401', async () => {
    await aRun({ state: 'failed', message: 'The platform rejected the shop.', error: '401: Invalid API key' })
    const card = await openCard()
    const panel = within(await card.findByRole('alert'))
    expect(panel.getByRole('heading', { name: 'Authentication Error' })).toBeDefined()
    expect(panel.getByText('Please check the store URL, API key and access token.')).toBeDefined()
  })

  test('shows which stock change the platform rejected, and lets an admin decide', async () => {
    const { db } = shop.shop
    const product = await aProduct(shop, { name: 'Pushed Hook', stockQuantity: 5 })
    const [movement] = await db
      .selectFrom('stock_movements')
      .select('id')
      .where('variant_id', '=', product.id)
      .execute()
    await db
      .insertInto('sync_products')
      .values({
        external_id: 'gid://shopify/Product/1',
        product_id: product.id,
        platform_updated_at: new Date(),
        facts: '{"stockQuantity": 5}',
        is_active: true,
      })
      .execute()
    const error = "The platform doesn't stock this product at any active location."
    await db
      .insertInto('stock_pushes')
      .values({ movement_id: movement?.id ?? 0, variant_id: product.id, state: 'refused', error })
      .execute()
    const card = await openCard()
    const journal = within(await card.findByRole('region', { name: 'Stock on both channels' }))
    expect(await journal.findByText('1 stock change not applied on the platform')).toBeDefined()
    expect(journal.getByText(error)).toBeDefined()
    await userEvent.click(journal.getByRole('button', { name: /^Dismiss/ }))
    await waitFor(() => expect(journal.queryByText(error)).toBeNull())
    await userEvent.click(journal.getByText('Stock changes on both channels'))
    expect(await journal.findByText(/Not applied on the platform/)).toBeDefined()
  })

  test('names the variant of a conflict and of a change, and the product’s form marks what the platform leads', async () => {
    const { db } = shop.shop
    const { id, variants } = await aProductInColors(shop, { Gray: 3, Blue: 2 })
    const [gray, blue] = variants
    const at = new Date()
    const facts = JSON.stringify({ name: 'Two Tone', options: [{ name: 'Color', values: ['Gray', 'Blue'] }] })
    const link = {
      external_id: 'gid://shopify/Product/990001',
      platform_updated_at: at,
      facts,
      is_active: true,
    }
    await db
      .insertInto('sync_products')
      .values({ ...link, product_id: id })
      .execute()
    await db
      .insertInto('sync_variants')
      .values({
        external_id: 'gray',
        product_external_id: 'gid://shopify/Product/990001',
        variant_id: gray?.id ?? null,
        facts: '{}',
        position: 0,
        is_active: true,
      })
      .execute()
    const values = { here: '"21.00"', platform: '"20.00"', detected_at: at }
    await db
      .insertInto('sync_conflicts')
      .values({
        external_id: 'gid://shopify/Product/990001',
        variant_external_id: 'gray',
        field: 'price',
        ...values,
      })
      .execute()
    await aRun({ state: 'done', message: '1 product compared: 1 changed.' })
    const { id: run_id } = await db.selectFrom('sync_runs').select('id').executeTakeFirstOrThrow()
    const change = (price: string) => JSON.stringify({ variants: [{ id: blue?.id, title: 'Blue', price }] })
    await db
      .insertInto('sync_changes')
      .values({
        run_id,
        at,
        external_id: 'gid://shopify/Product/990001',
        product_id: id,
        name: 'Two Tone',
        action: 'changed',
        before: change('30.00'),
        after: change('33.00'),
      })
      .execute()
    const card = await openCard()
    const inbox = within(await card.findByRole('region', { name: 'Conflicts with the platform' }))
    expect(inbox.getByRole('button', { name: /^Keep store value ?: Gray: Price of / })).toBeDefined()
    const [button] = await card.findAllByRole('button', { name: '1 change of this sync' })
    await userEvent.click(button as HTMLElement)
    expect((await card.findByText(/^Blue: Price/)).textContent).toBe('Blue: Price: 30.00 → 33.00')
    cleanup()
    openPage((call) => admin.transport(call), `/admin?tab=products&edit=${id}`)
    const sheet = within(await screen.findByRole('region', { name: 'Edit product' }))
    expect(await sheet.findByText(/^From the platform: options, SKU, barcode/)).toBeDefined()
  })

  test('shows the message of any other error without that panel', async () => {
    await aRun({ state: 'failed', message: 'The platform is not available.', error: '503: Unavailable' })
    const card = await openCard()
    expect(await card.findByText('The platform is not available.')).toBeDefined()
    expect(card.queryByRole('alert')).toBeNull()
  })

  test('shows a run’s progress, and allows no second run', async () => {
    await aRun({ state: 'running' })
    const card = await openCard()
    expect(await card.findByText(/^3 products compared so far/)).toBeDefined()
    expect(card.getByRole('button', { name: 'Syncing...' })).toHaveProperty('disabled', true)
    await shop.shop.db
      .updateTable('sync_runs')
      .set({ state: 'done', message: '3 products compared.', finished_at: new Date() })
      .execute()
    expect(await card.findByText('3 products compared.')).toBeDefined()
  })

  test('hides the preview once a sync has run', async () => {
    storeToken(admin.token ?? '')
    const done = { status: 200, text: JSON.stringify({ success: true, message: '30 products compared.' }) }
    openPage(
      failing(admin, (call) => call.url === '/api/sync-all', done),
      '/admin?tab=integrations',
    )
    const card = within(await screen.findByRole('region', { name: 'Platform sync' }))
    await userEvent.click(await card.findByRole('button', { name: 'Preview' }))
    expect(await card.findByText(/3 aren’t active on the platform/)).toBeDefined()
    await userEvent.click(card.getByRole('button', { name: 'Sync now' }))
    expect(await screen.findByText('Sync successful')).toBeDefined()
    await waitFor(() => expect(card.queryByText('A sync would')).toBeNull())
  })

  test("shows 'Sync failed' with the message when the server rejects a sync", async () => {
    const card = await openCard()
    const button = await card.findByRole('button', { name: 'Sync now' })
    // Wait for the list. It would otherwise include the run inserted below.
    await card.findByText('3 products compared.')
    await aRun({ state: 'running' })
    await userEvent.click(button)
    expect(await screen.findByText('Sync failed')).toBeDefined()
    expect(await screen.findByText('A sync is already running.')).toBeDefined()
    await aRun({ state: 'done', message: '3 products compared.' })
  })

  test('marks the fields that follow the platform in the form of a synced product', async () => {
    await admin.call('PUT /api/admin/sync-owners', { here: ['price'] })
    await shop.shop.db
      .insertInto('sync_products')
      .values({
        external_id: 'synced',
        product_id: 1,
        platform_updated_at: new Date(),
        facts: '{"options":[]}',
        is_active: true,
      })
      .execute()
    storeToken(admin.token ?? '')
    openPage((call) => admin.transport(call), `/admin?tab=products&edit=1`)
    const form = within(await screen.findByRole('region', { name: 'Edit product' }))
    const note = within(await form.findByRole('region', { name: 'Platform sync' }))
    expect(note.getByText(/^The platform is the source of truth for name, slug, description,/)).toBeDefined()
    expect(note.getByText('Syncs don’t change price.')).toBeDefined()
    const name = form.getByRole('textbox', { name: 'Name', description: 'From the platform.' })
    await userEvent.type(name, ' XL')
    const warning = 'From the platform: the next sync will report a conflict.'
    expect(form.getByRole('textbox', { name: 'Name', description: warning })).toBe(name)
    expect(
      form.getByRole('textbox', { name: 'Price', description: 'In US dollars, such as 49.99.' }),
    ).toBeDefined()
    await admin.call('PUT /api/admin/sync-owners', { here: [] })
    await shop.shop.db.deleteFrom('sync_products').execute()
  })

  test("shows a failure without a message as 'An error occurred during synchronization'", async () => {
    storeToken(admin.token ?? '')
    openPage(
      failing(admin, (call) => call.url === '/api/sync-all', {
        status: 502,
        statusText: 'Bad Gateway',
        text: '<html>',
      }),
      '/admin?tab=integrations',
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Sync now' }))
    expect(await screen.findByText('Sync failed')).toBeDefined()
    expect(screen.getByText('An error occurred during synchronization')).toBeDefined()
  })

  test('shows whether the platform sends webhooks, and if not, why', async () => {
    let card = await openCard()
    expect(await card.findByText('Arrive within seconds, starting with the next full sync')).toBeDefined()
    await admin.call('GET /api/sync-all')
    cleanup()
    card = await openCard()
    expect(await card.findByText('Arrive within seconds, by webhook')).toBeDefined()
    await shop.shop.db.updateTable('sync_connection').set({ webhooks_error: 'Address is invalid' }).execute()
    cleanup()
    card = await openCard()
    expect(await card.findByText(/webhooks failed to register\. Address is invalid$/)).toBeDefined()
  })
})
