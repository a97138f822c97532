import { once } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { exchange, openMany } from '../support/fuzz/sockets.ts'
import { startShopProcess } from '../support/shop-process.ts'

const SOCKETS = 10_000
/** Thirty seconds for a request, the interval of the check, and a margin. */
const PATIENCE_MS = 180_000

test(`${SOCKETS} sockets that send a header byte by byte block no purchase, and the shop closes them`, async () => {
  const shop = await startShopProcess()
  const port = Number(new URL(shop.url).port)
  const sockets = await openMany(port, SOCKETS)
  const started = performance.now()
  const gone = Promise.all(sockets.map(hungUp))
  for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nX-Slow: ')
  const drip = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('a')
  }, 5000)
  const received = await exchange(
    port,
    'GET /api/products HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  const answered = Math.round(performance.now() - started)
  expect(received).toContain('HTTP/1.1 200')
  const tooLong = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, PATIENCE_MS)
  await gone
  clearInterval(drip)
  clearTimeout(tooLong)
  const took = performance.now() - started
  console.info(
    `${SOCKETS} sockets: another request took ${answered} ms, and all sockets were closed within ${Math.round(took)} ms`,
  )
  expect(took).toBeLessThan(PATIENCE_MS)
  await shop.stop()
})

async function hungUp(socket: Socket) {
  socket.resume()
  if (!socket.closed) await once(socket, 'close')
}
