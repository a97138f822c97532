import { createHmac } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { ANSWER_MAX } from '#contract/webhooks/rules.ts'
import { now } from '../platform/clock.ts'
import type { OutsideFetch } from '../platform/outside-fetch.ts'
import type { Claimed, Try } from './delivery-queries.ts'

/** Whoever takes longer to answer is asked again later. */
export const ANSWER_MS = 10_000

/** Sends a delivery once. It never throws: what went wrong is what came of the try. */
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

/** The status has come already: an answer that breaks off is as good as a short one. */
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
  // The database keeps no NUL, and no half of a pair.
  return text.replaceAll('\0', '').slice(0, ANSWER_MAX).toWellFormed()
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError')
    return `No answer within ${ANSWER_MS / 1000} seconds.`
  const { code, message } = error as { code?: string; message: string }
  return (message || code || 'The address cannot be reached.').slice(0, 300)
}

/**
 * The value of `plinth-signature`: the time of this try in seconds, and for each secret that is good now the HMAC-SHA256
 * of `time.body` in hexadecimal digits.
 */
function signatureOf(body: string, at: Date, secrets: string[]): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}
