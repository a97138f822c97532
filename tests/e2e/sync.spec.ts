import {
  expect,
  expectAccessible,
  expectGoodInAllViews,
  settled,
  signInAsAdmin,
  test,
} from '../support/journey.ts'
import { storeOf } from '../support/platform.ts'

test.use({ shopFor: 'admins' })

test('an owner syncs with the platform: first a rejection, then the catalog is imported', async ({
  page,
  shop,
}) => {
  const store = storeOf(shop)
  const token = await signInAsAdmin(page)
  await page.goto('/admin?tab=integrations')
  await settled(page)
  const card = page.getByRole('region', { name: 'Platform sync' })

  await store.fail('unauthorized')
  await card.getByRole('button', { name: 'Sync now' }).click()
  const panel = card.getByRole('alert')
  await expect(panel).toContainText('Authentication Error')
  await expect(panel).toContainText('check the store URL, API key and access token')
  await expect(page.getByText('Sync failed', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await store.heal()
  // The platform's webhooks would be faster than the buttons under test.
  await store.fail('webhook-lost')

  // Slow enough to see the progress.
  await store.set({ bucketSize: 1000, restoreRate: 2000 })
  await store.fail('slow', { count: 3, delayMs: 700 })
  await card.getByRole('button', { name: 'Sync now' }).click()
  await expect(card.getByRole('button', { name: 'Syncing...' })).toBeVisible()
  await expect(card.getByText(/compared so far/)).toBeVisible()
  await expect(page.getByText('Sync successful', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(panel).toHaveCount(0)
  await expect(card.getByText(/^38 products compared: \d+ added/)).toBeVisible()

  await page.goto('/product/slate-65-keyboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Slate 65 Keyboard' })).toBeVisible()
  await store.change('slate-65-keyboard', { price: '77.70', compareAtPrice: null })
  await page.goto('/admin?tab=settings')
  await settled(page)
  await card.getByRole('button', { name: 'Changes only' }).click()
  await expect(page.getByText('Sync successful', { exact: true })).toBeVisible({ timeout: 30_000 })
  await card.getByRole('button', { name: '1 change of this sync' }).click()
  await expect(card.getByText('Bone / Tactile: Price: 119.00 → 77.70')).toBeVisible()
  await card.getByRole('button', { name: 'Connection' }).click()

  // Edits on both sides are a conflict that needs a decision; the preview shows what else a sync would do.
  const { id, options, variants } = (await (
    await page.request.get('/api/products/slate-65-keyboard')
  ).json()) as { id: number; options: object[]; variants: { id: number; optionValues: string[] }[] }
  await page.request.put(`/api/admin/products/${id}/variants`, {
    headers: { authorization: `Bearer ${token}` },
    data: {
      options,
      variants: variants.map(({ id, optionValues }, place) => ({
        id,
        optionValues,
        ...(place === 0 ? { price: '80.00' } : {}),
      })),
    },
  })
  await store.change('slate-65-keyboard', { price: '70.00' })
  await card.getByRole('button', { name: 'Preview' }).click()
  await expect(card.getByText(/1 conflict needs your decision\. Nothing has been changed/)).toBeVisible({
    timeout: 30_000,
  })
  await card.getByRole('button', { name: 'Changes only' }).click()
  const inbox = card.getByRole('region', { name: 'Conflicts with the platform' })
  await expect(inbox.getByText('Graphite / Tactile: Price of Slate 65 Keyboard').first()).toBeVisible({
    timeout: 30_000,
  })
  await expect(inbox.getByText('80.00')).toBeVisible()
  await expect(inbox.getByText('70.00')).toBeVisible()
  await card.getByText('Source of truth', { exact: true }).click()

  await expectGoodInAllViews(page)
  await inbox.getByRole('button', { name: /^Use platform value.*Price of Slate 65 Keyboard/ }).click()
  await expect(page.getByText('Platform value applied', { exact: true })).toBeVisible()
  await expect(inbox).toHaveCount(0)
  await page.goto('/product/slate-65-keyboard')
  await expect(page.getByText('$70.00').first()).toBeVisible()
})
