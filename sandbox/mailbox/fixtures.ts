import type { Mail } from './mails.ts'

/** An email for tests to send. */
export const letter = {
  from: 'Plinth <shop@plinth.example>',
  to: 'Ada <ada@example.com>',
  subject: 'Shipped – your order',
  messageId: '<order-1@plinth.example>',
  text: 'Hello',
}

export async function readMails(url: string, to = ''): Promise<Mail[]> {
  const answer = await fetch(`${url}/sandbox/api/mails?${new URLSearchParams({ to })}`)
  return (await answer.json()) as Mail[]
}
