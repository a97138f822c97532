import type { Page } from '@playwright/test'
import { inMemory } from '../../sandbox/config.ts'
import { platform } from '../../sandbox/platform/platform.ts'
import { startSandbox } from '../../sandbox/sandbox.ts'
import { expect, expectAccessible, test } from '../support/journey.ts'

test.use({ expectedMessages: [/status of 400/] })

test('a product is added, corrected, changed, and deleted in the store editor, even on a phone', async ({
  page,
}) => {
  await using opened = new AsyncDisposableStack()
  const sandbox = opened.adopt(await startSandbox(inMemory, [platform]), (sandbox) => sandbox.stop())
  await page.goto(`${sandbox.url}/platform`)
  await expect(page.getByText('38 products')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Add product' }).click()
  await expectAccessible(page)
  await page.getByLabel('Title', { exact: true }).fill('Cork Board')
  await page.getByLabel('Price', { exact: true }).fill('18,50')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('alert')).toHaveText('A price must be written as 12.50')
  await expectAccessible(page)
  await page.getByLabel('Price', { exact: true }).fill('18.50')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('heading', { name: 'Cork Board' })).toBeVisible()
  await expect(page.getByLabel(/^Handle/)).toHaveValue('cork-board')

  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByRole('combobox', { name: /^Status/ }).selectOption('Unlisted')
  await page.getByLabel('Inventory', { exact: true }).fill('-1')
  await page.getByRole('checkbox', { name: 'Sound' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('combobox', { name: /^Status/ })).toHaveValue('UNLISTED')
  await expect(page.getByRole('checkbox', { name: 'Sound' })).toBeChecked()
  await expectAccessible(page)
  expect(await contentWidth(page)).toBe(375)

  await page.getByText('Delete…').click()
  await page.getByRole('button', { name: 'Delete “Cork Board” permanently' }).click()
  await expect(page.getByText('38 products')).toBeVisible()
  expect(await contentWidth(page)).toBe(375)
})

/** Returns the width of the page once its style sheet has loaded. */
async function contentWidth(page: Page): Promise<number> {
  await page.waitForLoadState()
  return page.evaluate(() => document.documentElement.scrollWidth)
}
