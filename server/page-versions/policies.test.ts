import { beforeAll, describe, expect, test } from 'vitest'
import { anAdmin, type Customer } from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: Customer
beforeAll(async () => {
  shop = await openTestShop()
  admin = await anAdmin(shop)
})

const TEXT = { searchTitle: '', searchDescription: '', isPublished: true }
const TERMS = 'terms-conditions'

/** Saves the next version of a page. @returns the time after it */
async function write(name: string, changes: object = {}): Promise<string> {
  const { version } = await admin.call('GET /api/admin/pages/:name', { name })
  const page = { ...TEXT, title: 'Our terms', html: '<p>Text.</p>', name, version, ...changes }
  const { updatedAt } = await admin.call('PUT /api/admin/pages/:name', page)
  return updatedAt ?? ''
}
const at = (time: string) => shop.visitor().call('GET /api/policies', { at: time })
const read = (name: string, version: number) =>
  shop.visitor().call('GET /api/policies/:name/versions/:version', { name, version })

describe('the policies that were valid when an order was placed', () => {
  test('are the texts in the code until the store owner writes one, then its version at that time', async () => {
    const before = new Date().toISOString()
    const [privacy, terms] = await at(before)
    expect([privacy?.name, terms?.name]).toEqual(['privacy-policy', TERMS])
    expect(terms).toMatchObject({ version: null, since: null, title: 'Terms & Conditions' })

    const first = await write(TERMS, { html: '<p>First.</p>' })
    const second = await write(TERMS, { html: '<p>Second.</p>', title: 'Newer terms' })
    const of = async (time: string) => (await at(time)).find(({ name }) => name === TERMS)
    expect(await of(before)).toMatchObject({ version: null })
    expect(await of(first)).toEqual({ name: TERMS, title: 'Our terms', version: 1, since: first })
    expect(await of(second)).toMatchObject({ version: 2, title: 'Newer terms' })
    expect(await read(TERMS, 1)).toEqual({ title: 'Our terms', html: '<p>First.</p>', since: first })

    await admin.call('POST /api/admin/pages/:name/original', { name: TERMS, version: 2 })
    expect(await of(new Date().toISOString())).toMatchObject({ version: null, title: 'Terms & Conditions' })
    expect(await of(second)).toMatchObject({ version: 2 })
  })

  test('include the withdrawal policy only while it is published', async () => {
    const name = 'withdrawal-policy'
    const draft = await write(name, { isPublished: false, html: '<p>Draft.</p>' })
    const published = await write(name, { html: '<p>Withdraw within 14 days.</p>' })
    const listed = async (time: string) => (await at(time)).some((policy) => policy.name === name)
    expect(await listed(draft)).toBe(false)
    expect(await listed(published)).toBe(true)
    await expect(read(name, 1)).rejects.toMatchObject({ status: 404 })
    expect((await read(name, 2)).html).toBe('<p>Withdraw within 14 days.</p>')
  })

  test('are no other pages', async () => {
    await write('faq')
    await expect(read('faq', 1)).rejects.toMatchObject({ status: 404 })
    expect((await at(new Date().toISOString())).map(({ name }) => name)).not.toContain('faq')
  })
})
