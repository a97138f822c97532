import { z } from 'zod'
import { endpoint } from '../http.ts'
import { BROWSER_ERROR } from './rules.ts'

const { messageMax, stackMax, pageMax, bodyMax } = BROWSER_ERROR

/** An uncaught error on a page, without any data about the visitor. */
export const BrowserError = z.object({
  message: z.string().min(1).max(messageMax),
  stack: z.string().max(stackMax).default(''),
  /** The path of the page, without its query. */
  page: z.string().startsWith('/').max(pageMax),
})
export type BrowserError = z.output<typeof BrowserError>

export const reportBrowserError = endpoint({
  method: 'POST',
  path: '/api/browser-errors',
  access: 'anyone',
  summary:
    "Report an error in a page's code. It is only logged, without URLs, email addresses, and long numbers.",
  input: BrowserError,
  response: z.object({}),
  status: 202,
  maxBytes: bodyMax,
})

export const browserErrorEndpoints = [reportBrowserError] as const
