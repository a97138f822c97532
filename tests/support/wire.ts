import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { TestShop } from './shop.ts'

export type WireAnswer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Raw response. */
  bytes: Buffer
  /** Decompressed. */
  text: string
}

/** Sends requests to a shop over the network, the only way to reach code that responds before the router. */
export type Wire = {
  get(url: string, headers?: Record<string, string>): Promise<WireAnswer>
  /** Number of responses from the response cache, by outcome. */
  outcomes(): Promise<{ hit: number; miss: number; shared: number }>
}

export async function wireTo({ app }: TestShop): Promise<Wire> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    get: (url, headers = {}) => getFrom(origin + url, headers),
    async outcomes() {
      const { text } = await getFrom(`${origin}/metrics`, {})
      const count = (outcome: string) =>
        Number(
          new RegExp(`^plinth_front_answers_total\\{outcome="${outcome}"\\} (\\d+)`, 'm').exec(text)?.[1] ??
            0,
        )
      return { hit: count('hit'), miss: count('miss'), shared: count('shared') }
    },
  }
}

/** Sends a GET request over the network. */
export function getFrom(url: string, headers: Record<string, string>): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers, agent: false }, (response) => {
      const { statusCode: status = 0, headers } = response
      buffer(response).then((bytes) => {
        resolve({ status, headers, bytes, text: decoded(bytes, headers['content-encoding']).toString() })
      }, reject)
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes
  if (encoding === 'br') return brotliDecompressSync(bytes)
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes
}
