import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { aProduct } from '../../server/catalog/fixtures.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { HOSTILE } from '../support/hostile-html.ts'
import { test as base, expect, settled } from '../support/journey.ts'
import { preparedData } from '../support/journey-setup.ts'
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts'

const DESCRIPTION = `<p>Before it all</p>${HOSTILE.join('<p>Between</p>')}<p>After it all</p>`

/** A shop with one hostile description saved through the API, and another inserted directly into the database. */
const test = base.extend<Record<never, never>, { shop: ShopProcess }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright needs the pattern to see which fixtures are used
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'plinth-hostile-'))
      cpSync(preparedData(), dataDir, { recursive: true })
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
      const stand = (slug: string) =>
        aProduct({ shop: { db } }, { name: slug, slug, description: DESCRIPTION })
      await stand('saved-stand')
      const id = await stand('smuggled-stand')
      await db.updateTable('products').set({ description: DESCRIPTION }).where('id', '=', id).execute()
      await close()
      const shop = await startShopProcess({ DATA_DIR: dataDir })
      await use(shop)
      await shop.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

for (const slug of ['saved-stand', 'smuggled-stand']) {
  test.describe(`the hostile description of the ${slug} runs no script and is readable`, () => {
    test('on a page rendered by the server', async ({ page }) => {
      const dialogs = dialogsOf(page)
      await page.goto(`/product/${slug}`)
      await settled(page)
      await expectHarmless(page)
      expect(dialogs).toEqual([])
    })

    test('on a page rendered in the browser', async ({ page }) => {
      const dialogs = dialogsOf(page)
      await page.goto('/?search=stand&sort=newest')
      await settled(page)
      const all = page.getByRole('region', { name: 'All Products' })
      await all.getByRole('link', { name: slug }).click()
      await expect(page.getByRole('heading', { level: 1, name: slug })).toBeVisible()
      await expectHarmless(page)
      expect(dialogs).toEqual([])
    })
  })
}

async function expectHarmless(page: Page) {
  const description = page.locator('.rich-text')
  await expect(description.getByText('Before it all')).toBeVisible()
  await expect(description.getByText('After it all')).toBeVisible()
  await description.hover()
  await expect(description.locator('script, style, img, svg, iframe, form, video, details')).toHaveCount(0)
  // A link that would run a script loses its target.
  await expect(description.locator('a[href]:not([href^="http"])')).toHaveCount(0)
  const ran = await page.evaluate(() => 'hacked' in window)
  expect(ran).toBe(false)
}

function dialogsOf(page: Page): string[] {
  const shown: string[] = []
  page.on('dialog', async (dialog) => {
    shown.push(dialog.message())
    await dialog.dismiss()
  })
  return shown
}
