import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { openPageReads } from '../server/platform/http/read-your-writes.ts'
import { openTestShop } from './support/shop.ts'

type Panel = {
  id: number
  type: string
  title: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
type Dashboard = { panels: Panel[]; templating: { list: { query: string | { query: string } }[] } }

const { panels, templating } = JSON.parse(
  readFileSync(new URL('../deploy/grafana-dashboard.json', import.meta.url), 'utf8'),
) as Dashboard
const queries = [
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...templating.list.map(({ query }) => (typeof query === 'string' ? query : query.query)),
]
const queried = new Set(queries.flatMap((query) => query.match(/\b(?:plinth|process|nodejs)_\w+/g) ?? []))
const exported = new Set<string>()

beforeAll(async () => {
  const shop = await openTestShop()
  const { text } = await shop.visitor().send({ url: '/metrics' })
  for (const [, name = '', kind] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    exported.add(name)
    if (kind === 'histogram') for (const part of ['bucket', 'count', 'sum']) exported.add(`${name}_${part}`)
  }
  // Adds the metrics that only a shop with a replica exports.
  const { db } = shop.shop
  const replica = { db, hasAll: () => false, leave: () => undefined, close: async () => undefined }
  for (const measure of openPageReads(db, replica).measures) exported.add((await measure.get()).name)
})

describe('the Grafana dashboard', () => {
  test('queries only metrics that the shop exports', () => {
    expect([...queried].filter((name) => !exported.has(name))).toEqual([])
  })

  test('shows every metric of the shop', () => {
    const shown = new Set([...queried].map((name) => name.replace(/_(?:bucket|count|sum)$/, '')))
    const own = [...exported].filter(
      (name) => name.startsWith('plinth_') && !/_(?:bucket|count|sum)$/.test(name),
    )
    expect(own.filter((name) => !shown.has(name))).toEqual([])
  })

  test('gives each panel its own position and name', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length)
    const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    )
    expect(new Set(squares).size).toBe(squares.length)
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true)
  })
})
