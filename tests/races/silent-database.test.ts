import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { afterFile } from '../support/after-file.ts'
import { shopDatabase } from '../support/fresh-database.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let line: Awaited<ReturnType<typeof openLine>>
let shop: TestShop
beforeAll(async () => {
  const url = new URL(await shopDatabase())
  line = await openLine(Number(url.port))
  url.port = String(line.port)
  // Longer than any statement of this test, and shorter than the timeout of a real shop.
  url.searchParams.set('query_timeout', '3000')
  shop = await openTestShop({ databaseUrl: url.href })
})

test('requests to a database that stops responding on open connections time out', async () => {
  const track = () =>
    shop.visitor().send({
      method: 'POST',
      url: '/api/orders/track',
      body: { orderId: 'ABCD-EFGH', email: 'nobody@example.com' },
    })
  expect((await track()).status).toBe(404)
  line.fallSilent()
  expect((await track()).status).toBe(503)
  line.speak()
  // The connection that timed out is not reused.
  expect((await track()).status).toBe(404)
})

/** Opens a connection to the database that can stop responding without closing. */
async function openLine(to: number) {
  let isSilent = false
  const ends = new Set<Socket>()
  const server = createServer((shopEnd) => {
    const databaseEnd = connect(to, '127.0.0.1')
    shopEnd.pipe(databaseEnd)
    databaseEnd.on('data', (bytes) => {
      if (!isSilent) shopEnd.write(bytes)
    })
    databaseEnd.on('close', () => shopEnd.destroy())
    shopEnd.on('close', () => databaseEnd.destroy())
    for (const end of [shopEnd, databaseEnd]) {
      // Closing either side closes the other.
      end.on('error', () => undefined)
      ends.add(end)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterFile(async () => {
    for (const end of ends) end.destroy()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => {
      isSilent = true
    },
    speak: () => {
      isSilent = false
    },
  }
}
