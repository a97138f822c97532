import { beforeAll, describe, expect, test } from 'vitest'
import type { ZodObject } from 'zod'
import { endpoints } from '#contract/endpoints.ts'
import * as fixtures from '../../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await fixtures.anAdmin(shop)
})

/** Has the filters of a list, whose page it ignores. */
const FILTERS = '/api/search/filters'
const lists = endpoints.filter(
  ({ method, path, input }) =>
    method === 'GET' &&
    !path.includes(':') &&
    path !== FILTERS &&
    'page' in ((input as ZodObject).shape ?? {}),
)

describe('the Link header of a list', () => {
  test.each(lists)('$path: is omitted if it would exceed the header limits of clients', async ({ path }) => {
    const ask = (more: string) => admin.send({ url: `${path}?page=1&${more}` })
    expect((await ask('a=1')).headers.link).toContain('rel="first"')
    const long = await ask(`a=${'%3C'.repeat(3000)}`)
    expect(long.status).toBe(200)
    expect(long.headers['x-total-count']).toMatch(/^\d+$/)
    expect(JSON.stringify(long.headers).length).toBeLessThan(4000)
  })
})
