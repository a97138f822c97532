import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeAll, expect, test } from 'vitest'
import { anAdmin } from '../../tests/support/fixtures.ts'
import { openPage } from '../../tests/support/page.tsx'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})

async function choicesOf(group: string) {
  openPage(shop.visitor().transport, '/')
  await screen.findByText('10 products')
  return linksOf(group)
}

function linksOf(group: string) {
  const sidebar = within(document.querySelector<HTMLElement>('.filter-sidebar') ?? document.body)
  const section = sidebar.getByRole('heading', { name: group }).closest('section') as HTMLElement
  return within(section).getAllByRole('link')
}

test('the Filters sidebar has categories, price ranges, ratings, and colors, each with its URL, and can be collapsed (spec section 2)', async () => {
  const names = (await choicesOf('Category')).map(({ textContent }) => textContent)
  expect(names).toEqual(['Desk Mats', 'Stands & Risers', 'Lighting', 'Organization', 'Tech Accessories'])
  const bands = linksOf('Price Range').map((link) => [link.textContent, link.getAttribute('href')])
  expect(bands).toEqual([
    ['Under $25', '/?maxPrice=25'],
    ['$25 - $50', '/?minPrice=25&maxPrice=50'],
    ['$50 - $100', '/?minPrice=50&maxPrice=100'],
    ['$100+', '/?minPrice=100'],
  ])
  const ratings = linksOf('Rating').map((link) => [
    within(link).getByRole('img').getAttribute('aria-label'),
    link.getAttribute('href'),
  ])
  expect(ratings).toEqual([
    ['5 stars', '/?rating=5'],
    ['4 stars & up', '/?rating=4'],
    ['3 stars & up', '/?rating=3'],
  ])
  expect(linksOf('Color').map((link) => link.getAttribute('href'))).toEqual(
    ['black', 'white', 'silver', 'brown', 'blue'].map((color) => `/?color=${color}`),
  )
  const sidebar = document.querySelector<HTMLDetailsElement>('details.filter-sidebar')
  expect(sidebar?.open).toBe(true)
  expect(
    within(sidebar as HTMLElement)
      .getByText('Filters')
      .closest('summary'),
  ).not.toBeNull()
})

test('each option has its number of products', async () => {
  await choicesOf('Category')
  const counts = (group: string) =>
    linksOf(group).map((link) => link.nextElementSibling?.textContent?.replace(' found', ''))
  await waitFor(() => expect(counts('Category')).toEqual(['2', '2', '2', '2', '2']))
  expect(counts('Price Range')).toEqual(['1', '3', '4', '2'])
  expect(counts('Rating')).toEqual(['0', '8', '10'])
  expect(counts('Color')).toEqual(['4', '1', '2', '3', '1'])
  await userEvent.click(linksOf('Category')[2] ?? document.body)
  await waitFor(() => expect(counts('Price Range')).toEqual(['0', '0', '1', '1']))
  expect(counts('Category')).toEqual(['2', '2', '2', '2', '2'])
})

test.each([
  ['EUR', 'de-DE', ['Under 25 €', '25 € - 50 €', '50 € - 100 €', '100 €+'], '100'],
  ['JPY', 'en-US', ['Under ¥2,500', '¥2,500 - ¥5,000', '¥5,000 - ¥10,000', '¥10,000+'], '10000'],
  ['KWD', 'en-GB', ['Under KWD 25', 'KWD 25 - KWD 50', 'KWD 50 - KWD 100', 'KWD 100+'], '100'],
])('price ranges in %s and %s have usual limits of the currency', async (currency, locale, labels, most) => {
  const admin = await anAdmin(shop)
  await admin.call('PATCH /api/admin/settings', { currency, locale } as object)
  await choicesOf('Price Range')
  // The currency can arrive after the products.
  await waitFor(() =>
    expect(linksOf('Price Range').map(({ textContent }) => textContent?.replace(/\s/g, ' '))).toEqual(labels),
  )
  const links = linksOf('Price Range')
  expect(links.at(-1)?.getAttribute('href')).toBe(`/?minPrice=${most}`)
  await userEvent.click(links[1] ?? document.body)
  const chip = await screen.findByRole('link', { name: /^Remove filter/ })
  expect(chip.textContent?.replace(/\s/g, ' ').trim()).toBe(labels[1])
})
