import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { ANSWER_MAX } from '#contract/webhooks/rules.ts'
import { now } from '../platform/clock.ts'
import type { OutsideFetch } from '../platform/outside-fetch.ts'
import type { Claimed, Try } from './delivery-queries.ts'

/** Timeout of an attempt. */
export const ANSWER_MS = 10_000

/** Sends a delivery once. Never throws: a failure is part of the result. */
export async function send(
  fetchOutside: OutsideFetch,
  url: string,
  { eventId, topic, body }: Claimed,
  secrets: () => Promise<string[]>,
): Promise<Try> {
  const at = now()
  const started = performance.now()
  const tried = (facts: Pick<Try, 'status' | 'answer' | 'error'>): Try => ({
    ...facts,
    at,
    url,
    durationMs: Math.round(performance.now() - started),
  })
  try {
    const answer = await fetchOutside(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Plinth-Webhooks',
        'plinth-event': eventId,
        'plinth-topic': topic,
        'plinth-signature': signatureOf(body, at, await secrets()),
      },
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return tried({ status: answer.status, answer: await beginningOf(answer), error: null })
  } catch (error) {
    return tried({ status: null, answer: null, error: reasonOf(error) })
  }
}

/** Reads the beginning of a response. The status already decides, so an aborted body is acceptable. */
async function beginningOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk, { stream: true })
      if (text.length >= ANSWER_MAX) break
    }
  } catch (error) {
    text += ` (${reasonOf(error)})`
  }
  // PostgreSQL can't store NUL or lone surrogates.
  return text.replaceAll('\0', '').slice(0, ANSWER_MAX).toWellFormed()
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `No response within ${ANSWER_MS / 1000} seconds.`
  const { code, message } = error as { code?: string; message: string }
  return (message || code || "The URL can't be reached.").slice(0, 300)
}

/**
 * Returns the value of `plinth-signature`: the time of this attempt in seconds, and for each valid secret the
 * HMAC-SHA256 of `time.body` in hexadecimal.
 */
function signatureOf(body: string, at: Date, secrets: string[]): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}
