import { webhooksSent } from './traffic.ts'

/** What became of one attempt; without an answer the status is null, and the note says why. */
export interface Posted {
  status: number | null
  note: string
}

/** Sends a webhook once. Patience is in milliseconds. */
export async function postWebhook(
  url: string,
  body: string,
  headers: Record<string, string>,
  patience: number,
  stopping: AbortSignal,
): Promise<Posted> {
  if (webhooksSent.hasSubscribers) webhooksSent.publish({ url, headers, request: body })
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers,
      // An endpoint that moved has to be told to the service.
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(patience)]),
    })
    await answer.body?.cancel()
    return { status: answer.status, note: answer.statusText }
  } catch (error) {
    return { status: null, note: reasonOf(error) }
  }
}

export function wasTaken({ status }: Posted): boolean {
  return status !== null && status >= 200 && status <= 299
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || ('code' in cause && String(cause.code)) || cause.name
}
