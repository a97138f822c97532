import { GOOGLE_PENDING, type GoogleOutcome, googleChannel } from '#contract/google-flow.ts'
import { type Delivery, deliverOutcome } from './google-deliver.ts'

/** Says to a browser in which the page cannot close itself what to do; in most it is gone before it is read. */
const WORDS = 'You can close this window and go back to the shop.'

/** Google opens this page in a popup or in the whole window; its script hands on what came of the sign-in. */
export function callbackPage(flow: string | null, outcome: GoogleOutcome, scriptAddress: string): string {
  const next = 'signIn' in outcome ? '/' : '/auth'
  const delivery: Delivery = {
    channel: flow === null ? null : googleChannel(flow),
    key: GOOGLE_PENDING,
    outcome,
    next,
  }
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Sign in with Google – Plinth</title>
<script type="application/json" id="delivery">${JSON.stringify(delivery).replaceAll('<', '\\u003c')}</script>
<script src="${scriptAddress}"></script>
</head>
<body>
<main>
<h1>Sign in with Google</h1>
<p>${WORDS}</p>
<p><a href="${next}">Back to the shop</a></p>
</main>
</body>
</html>
`
}

/** The script of the page. It is written and checked as the rest is, and runs in the browser alone. */
export const callbackScript = `(${deliverOutcome})()\n`

export const callbackPolicy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
