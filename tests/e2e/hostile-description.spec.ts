import { cpSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { aProduct } from '../../server/catalog/fixtures.ts'
import { openDatabase } from '../../server/platform/db/database.ts'
import { temporaryFolder } from '../support/fast-folder.ts'
import { HOSTILE } from '../support/hostile-html.ts'
import { expect, settled, test } from '../support/journey.ts'
import { preparedData } from '../support/journey-setup.ts'
import { type ShopProcess, startShopProcess } from '../support/shop-process.ts'

const DESCRIPTION = `<p>Before it all</p>${HOSTILE.join('<p>Between</p>')}<p>After it all</p>`

let hostile: ShopProcess

/**
 * Opens a second shop with one hostile description saved through the API, and another inserted directly into the database,
 * which only a stopped shop allows. It uses the sandbox of the first one.
 */
test.beforeAll(async ({ shop }) => {
  const dataDir = temporaryFolder('hostile-')
  cpSync(preparedData(), dataDir, { recursive: true })
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
  const stand = (slug: string) => aProduct({ shop: { db } }, { name: slug, slug, description: DESCRIPTION })
  await stand('saved-stand')
  const id = await stand('smuggled-stand')
  await db.updateTable('products').set({ description: DESCRIPTION }).where('id', '=', id).execute()
  await close()
  hostile = await startShopProcess({ DATA_DIR: dataDir, SANDBOX_URL: shop.sandboxUrl })
})
test.afterAll(async () => {
  await hostile.stop()
  expect(hostile.secrets.found, 'secrets in the log').toEqual([])
})

for (const slug of ['saved-stand', 'smuggled-stand']) {
  test(`the hostile description of the ${slug} runs no script and is readable, on a page rendered by the server or in the browser`, async ({
    page,
  }) => {
    const dialogs = dialogsOf(page)
    await page.goto(`${hostile.url}/product/${slug}`)
    await settled(page)
    await expectHarmless(page)

    await page.goto(`${hostile.url}/?search=stand&sort=newest`)
    await settled(page)
    const all = page.getByRole('region', { name: 'All Products' })
    await all.getByRole('link', { name: slug }).click()
    await expect(page.getByRole('heading', { level: 1, name: slug })).toBeVisible()
    await expectHarmless(page)
    expect(dialogs).toEqual([])
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
