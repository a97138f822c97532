import { GOOGLE_PENDING, type GoogleOutcome, googleChannel } from '#contract/accounts/google-flow.ts'

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

/** What the script of the callback page is told, so that it needs to know nothing. */
type Delivery = {
  /** Where the page that opened the popup listens; null in the whole window. */
  channel: string | null
  /** Of the session storage, where the outcome waits when there is no such page. */
  key: string
  outcome: GoogleOutcome
  next: string
}

/** Runs in the browser, sent there as text: it can use nothing from around it. */
function deliverOutcome() {
  const text = document.getElementById('delivery')?.textContent ?? ''
  const { channel, key, outcome, next } = JSON.parse(text) as Delivery
  if (channel === null) {
    sessionStorage.setItem(key, JSON.stringify(outcome))
    location.replace(next)
    return
  }
  const opener = new BroadcastChannel(channel)
  opener.postMessage(outcome)
  opener.close()
  window.close()
}
