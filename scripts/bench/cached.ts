import { connect, type Socket } from 'node:net'
import { startPostgres } from '../../tests/support/postgres.ts'
import { postmasterOf, withCpu } from './cpu.ts'
import { type Program, startProgram } from './processes.ts'
import { bytesOf, PAGES } from './reads.ts'
import { mediansOf, printTable } from './report.ts'
import { shopSettings } from './writes.ts'

const ENCODINGS = ['identity', 'gzip', 'br']
const CONNECTIONS = 10
const ROUND_MS = 400

type Sample = { bare: number; shop: number; bareCpu: number; shopCpu: number }

/**
 * Compares cached responses with those of a bare `node:http` server in each encoding, in short alternating rounds, so that
 * other load on the machine affects both. The client only counts bytes, so the servers are the limit.
 */
export async function benchCached(rounds: number) {
  const postgres = await startPostgres({ durable: true })
  try {
    const postmaster = await postmasterOf(postgres.url)
    const databaseUrl = await postgres.createDatabase('shop')
    const shop = await startProgram('scripts/bench/shop-process.ts', shopSettings(databaseUrl))
    const bare = await startProgram('scripts/bench/bare-process.ts', {})
    const rows: string[][] = []
    for (const encoding of ENCODINGS) {
      const headers = { 'accept-encoding': encoding }
      await bare.request(
        await Promise.all(Object.values(PAGES).map((url) => bytesOf(shop.origin, url, headers))),
      )
      for (const [name, url] of Object.entries(PAGES)) {
        const samples: Sample[] = []
        for (let round = 0; round <= rounds; round++) {
          const one = await measure(bare, postmaster, url, encoding)
          const other = await measure(shop, postmaster, url, encoding)
          if (round > 0)
            samples.push({ bare: one.rate, shop: other.rate, bareCpu: one.cpu, shopCpu: other.cpu })
        }
        const { bare: limit, shop: reached, bareCpu, shopCpu } = mediansOf(samples)
        const ratios = mediansOf(samples.map((sample) => ({ rate: sample.shop / sample.bare })))
        rows.push([
          `${name}, ${encoding}`,
          ...[limit.toFixed(0), reached.toFixed(0), ratios.rate.toFixed(2)],
          `${(bareCpu * 1000).toFixed(0)} / ${(shopCpu * 1000).toFixed(0)}`,
        ])
      }
    }
    printTable(['cached', 'limit /s', 'shop /s', 'shop ÷ limit', 'CPU µs, limit / shop'], rows)
    await shop.stop()
    await bare.stop()
  } finally {
    await postgres.stop()
  }
}

async function measure({ pid, origin }: Program, postmaster: number, url: string, encoding: string) {
  const { result, cpu } = await withCpu(pid, postmaster, () => requestFor(ROUND_MS, origin, url, encoding))
  return { rate: (result * 1000) / ROUND_MS, cpu: cpu / Math.max(1, result) }
}

/** Requests a URL on all connections for this time. @returns the number of responses */
async function requestFor(ms: number, origin: string, url: string, encoding: string): Promise<number> {
  const { hostname, port, host } = new URL(origin)
  const request = `GET ${url} HTTP/1.1\r\nhost: ${host}\r\naccept-encoding: ${encoding}\r\n\r\n`
  const until = performance.now() + ms
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => onOneSocket(connect(Number(port), hostname), request, until)),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** All responses on a connection have the same length as the first one. */
function onOneSocket(socket: Socket, request: string, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let [count, received, length] = [0, 0, 0]
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      if (length === 0) {
        const text = chunk.toString('latin1')
        const end = text.indexOf('\r\n\r\n') + 4
        const body = /\r\ncontent-length: (\d+)/i.exec(text)?.[1]
        if (!text.startsWith('HTTP/1.1 200') || end < 4 || body === undefined)
          return reject(new Error(`Unexpected response: ${text.slice(0, 100)}`))
        length = end + Number(body)
      }
      received += chunk.length
      if (received < length) return
      received -= length
      count += 1
      if (performance.now() < until) return socket.write(request)
      socket.destroy()
      resolve(count)
    })
    socket.write(request)
  })
}
