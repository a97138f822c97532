import { createHmac } from 'node:crypto'

/** The header by which a shop knows that the words are Stripe's, and how old they are. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const signed = `${seconds}.${body}`
  // In test mode Stripe adds a signature of a scheme that must not be believed.
  return `t=${seconds},v1=${sign(signed, secret)},v0=${sign(signed, 'not the secret')}`
}

function sign(text: string, secret: string): string {
  return createHmac('sha256', secret).update(text).digest('hex')
}
