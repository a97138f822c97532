import { beforeAll, describe, expect, test } from 'vitest'
import * as fixtures from '../../tests/support/fixtures.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop
let admin: fixtures.Customer
const tokens: Record<string, string> = {}
const READERS = ['ada@example.com', "o'hara_50@example.com", '+150@example.com', '-2+3@example.com']
beforeAll(async () => {
  shop = await openTestShop()
  for (const email of READERS) tokens[email] = await fixtures.aSubscriber(shop, email)
  await shop.visitor().call('POST /api/newsletter', { email: 'waiting@example.com' })
  await shop.runJobs()
  admin = await fixtures.anAdmin(shop)
})
const listed = async (input = {}) =>
  (await admin.call('GET /api/admin/newsletter', input)).map(({ email }) => email)

describe('the list of subscribers', () => {
  test('contains confirmed subscribers, newest first, and no tokens', async () => {
    const all = await admin.call('GET /api/admin/newsletter')
    expect(all.map(({ email }) => email)).toEqual([...READERS].reverse())
    expect(all[0]).toEqual({
      id: expect.any(Number),
      email: '-2+3@example.com',
      confirmedAt: expect.any(String),
    })
  })

  test('can be searched by any part of an email address, and paginated', async () => {
    expect(await listed({ search: 'ADA' })).toEqual(['ada@example.com'])
    expect(await listed({ search: '_50' })).toEqual(["o'hara_50@example.com"])
    expect(await listed({ search: '%' })).toEqual([])
    expect(await listed({ pageSize: 3, page: 2 })).toEqual(['ada@example.com'])
    const { headers } = await admin.send({ url: '/api/admin/newsletter?pageSize=3' })
    expect(headers['x-total-count']).toBe('4')
    expect(headers.link).toContain('page=2>; rel="next"')
  })
})

describe('the export of subscribers', () => {
  test('is a CSV file of all confirmed subscribers, each with an unsubscribe URL', async () => {
    const response = await admin.send({ url: '/api/admin/newsletter/export' })
    expect(response.status).toBe(200)
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="newsletter.csv"')
    expect(response.headers['cache-control']).toBe('no-store')
    const [head, first, ...rest] = response.text.trimEnd().split('\r\n')
    expect(head).toBe('Email,Confirmed at,Unsubscribe address')
    expect(first).toMatch(/^ada@example\.com,\d{4}-\d\d-\d\dT[\d:.]+Z,http:\/\/localhost:3000\/newsletter\//)
    expect(first).toContain(`/newsletter/unsubscribe?token=${tokens['ada@example.com']}`)
    expect(rest).toHaveLength(3)
    expect(response.text).not.toContain('waiting@example.com')
  })

  test('contains no spreadsheet formula', async () => {
    const { text } = await admin.send({ url: '/api/admin/newsletter/export' })
    expect(text).toContain("\r\n'+150@example.com,")
    expect(text).toContain("\r\n'-2+3@example.com,")
    for (const cell of text.split(/[,\r\n]+/)) expect(cell).not.toMatch(/^"?[=+\-@\t\r]/)
  })

  test('is recorded in the audit log with the number of exported rows', async () => {
    await admin.send({ url: '/api/admin/newsletter/export' })
    const entry = await shop.shop.db
      .selectFrom('audit_log')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toMatchObject({ actor: 'admin', action: 'newsletter.exported', after: { count: 4 } })
  })

  test('is described as CSV in the OpenAPI document', async () => {
    const document = (await shop.visitor().send({ url: '/api/openapi.json' })).json() as {
      paths: Record<string, { get: { responses: Record<string, { content: object }> } }>
    }
    const described = document.paths['/api/admin/newsletter/export']?.get.responses['200']?.content
    expect(Object.keys(described ?? {})).toEqual(['text/csv'])
  })
})
