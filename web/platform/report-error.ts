import { BROWSER_ERROR } from '#contract/browser-errors/rules.ts'
import { ApiError } from './api.ts'

const { messageMax, stackMax, pageMax, perPage } = BROWSER_ERROR
let left: number = perPage

/** Reports a code error to the shop. Without cookies, and not with `api`, which would send the session. */
export function reportError(error: unknown) {
  if (!(error instanceof Error) || error instanceof ApiError || left-- < 1) return
  fetch('/api/browser-errors', {
    method: 'POST',
    credentials: 'omit',
    keepalive: true,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      message: String(error).slice(0, messageMax),
      stack: error.stack?.slice(0, stackMax),
      page: location.pathname.slice(0, pageMax),
    }),
    // A report that can't be sent is dropped.
  }).catch(() => undefined)
}
