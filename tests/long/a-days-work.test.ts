import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { createBuyer } from '../support/buyer.ts'
import { becomesQuiet, openBooks, twoNights } from '../support/faulted/books.ts'
import { plainPurchase } from '../support/faulted/killed-at-random.ts'
import { stockUp } from '../support/faulted/offers.ts'
import { shop } from '../support/faulted/shopper.ts'
import { type Nodes, startNodes } from '../support/nodes/nodes.ts'
import { sendRequest } from '../support/send-request.ts'

const HOURS = 24
/** Requests of one hour: a small shop on a busy day, without the pauses. */
const ROUNDS = 30
const PURCHASES = 4
const PAGES = [
  '/',
  '/?page=2',
  '/?categoryId=3',
  '/product/halo-desk-lamp',
  '/cart',
  '/checkout',
  '/faq',
  '/auth',
]
const PROBE = pathToFileURL(join(import.meta.dirname, '../support/memory-probe.mjs')).href
/** Caches fill during the first hours. */
const WARM = { from: 5, to: 8 }
const GROWTH_MAX = 1.05

test(`a shop has no more memory in use after the work of ${HOURS} hours than after that of eight`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-day-'))
  const file = join(folder, 'memory')
  const nodes = await startNodes(1, { NODE_OPTIONS: `--import=${PROBE}`, MEMORY_FILE: file })
  const { db, gateway, close } = await openBooks(nodes)
  try {
    const offers = await stockUp(db)
    const street = { ...nodes, strike: async () => undefined }
    const measured: number[] = []
    for (let hour = 0; hour < HOURS; hour++) {
      for (let round = 0; round < ROUNDS; round++) await lookAround(nodes, `${hour}-${round}`)
      for (let times = 0; times < PURCHASES; times++)
        await shop(street, plainPurchase(times), offers, `shopper-${hour}-${times}@example.com`)
      await becomesQuiet(db)
      if (hour % 12 === 11) await twoNights(db, gateway)
      measured.push(await memoryOf(file))
    }
    process.stdout.write(
      `MB in use after each hour: ${measured.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ')}\n`,
    )
    const warm = meanOf(measured.slice(WARM.from - 1, WARM.to))
    expect(meanOf(measured.slice(-4)) / warm).toBeLessThan(GROWTH_MAX)
  } finally {
    await close()
    await nodes.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A visitor reads pages, each text searched being a new one, and leaves a cart behind. */
async function lookAround({ url }: Nodes, visit: string) {
  for (const page of PAGES) {
    const { status } = await sendRequest(url + page)
    expect(status, page).toBe(200)
  }
  const visitor = createBuyer(url)
  await visitor.call('GET /api/products', { page: 1, search: `lamp ${visit}` })
  await visitor.call('POST /api/cart', { productId: 1, quantity: 1 })
  await visitor.call('GET /api/cart')
}

async function memoryOf(file: string): Promise<number> {
  rmSync(file, { force: true })
  writeFileSync(`${file}.wanted`, '')
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 30_000, interval: 100 })
  return Number(readFileSync(file, 'utf8'))
}

const meanOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
