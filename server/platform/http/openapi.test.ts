import { expect, test } from 'vitest'
import { openTestShop } from '../../../tests/support/shop.ts'

type Operation = { operationId: string; summary: string; description: string; tags: string[] }

test('the OpenAPI document names a contact, and describes every operation under a tag that it defines', async () => {
  const shop = await openTestShop()
  const { info, tags, paths } = (await shop.visitor().send({ url: '/api/openapi.json' })).json() as {
    info: { contact: object }
    tags: { name: string }[]
    paths: Record<string, Record<string, Operation>>
  }
  expect(info.contact).toEqual({ name: 'Support', url: 'http://localhost:3000/contact' })
  const names = tags.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  expect(operations.length).toBeGreaterThan(100)
  for (const { operationId, summary, description, tags } of operations) {
    expect(description, operationId).toMatch(/\S{3}/)
    expect(description.startsWith(summary), operationId).toBe(true)
    expect(summary, operationId).not.toMatch(/\.( |$)/)
    for (const tag of tags) expect(names, operationId).toContain(tag)
  }
})
