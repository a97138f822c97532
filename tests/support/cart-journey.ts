import type { Page } from '@playwright/test'
import { expect, settled } from './journey.ts'

export const LAMP = 'Halo LED Desk Lamp'
export const STAND = 'Walnut Monitor Stand'

export const cart = (page: Page) => page.getByRole('dialog', { name: /^Your Cart/ })
export const badge = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })
export const cardButton = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'All Products' })
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { name }) })
    .getByRole('button', { name: 'Add to Cart' })

export async function opened(page: Page, address = '/') {
  await page.goto(address)
  await settled(page)
}

export async function addFromCard(page: Page, name: string) {
  await cardButton(page, name).click()
  await expect(cart(page)).toBeVisible()
}

export async function signIn(page: Page, { username, password }: { username: string; password: string }) {
  await opened(page, '/auth')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/')
  await settled(page)
}
