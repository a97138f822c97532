import type { Mail } from './mails.ts'

/** Returns an email for tests to send. */
export const message = {
  from: 'Plinth <shop@plinth.example>',
  to: 'Ada <ada@example.com>',
  subject: 'Shipped – your order',
  messageId: '<order-1@plinth.example>',
  text: 'Hello',
}

export async function readMails(url: string, to = ''): Promise<Mail[]> {
  const response = await fetch(`${url}/sandbox/api/mails?${new URLSearchParams({ to })}`)
  return (await response.json()) as Mail[]
}
