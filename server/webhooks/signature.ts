import { createHmac } from 'node:crypto'

/**
 * The value of `plinth-signature`: the time of this try in seconds, and for each secret that is good now the HMAC-SHA256
 * of `time.body` in hexadecimal digits.
 */
export function signatureOf(body: string, at: Date, secrets: string[]): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`,
  )
  return [`t=${seconds}`, ...signed].join(',')
}
