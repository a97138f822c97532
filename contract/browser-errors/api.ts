import { z } from 'zod'
import { endpoint } from '../http.ts'
import { BROWSER_ERROR } from './rules.ts'

const { messageMax, stackMax, pageMax, bodyMax } = BROWSER_ERROR

/** An error that nobody caught on a page: of the code, never of the person. */
export const BrowserError = z.object({
  message: z.string().min(1).max(messageMax),
  stack: z.string().max(stackMax).default(''),
  /** The path of the page, without what stands behind a question mark. */
  page: z.string().startsWith('/').max(pageMax),
})
export type BrowserError = z.output<typeof BrowserError>

export const reportBrowserError = endpoint({
  method: 'POST',
  path: '/api/browser-errors',
  access: 'anyone',
  summary:
    'Tell of an error in the code of a page. It is only logged; addresses, e-mails and long numbers are left out.',
  input: BrowserError,
  answer: z.object({}),
  status: 202,
  maxBytes: bodyMax,
})

export const browserErrorEndpoints = [reportBrowserError] as const
