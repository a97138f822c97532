import { GOOGLE_PENDING, type GoogleOutcome, googleChannel } from '#contract/accounts/google-flow.ts'

/** Shown if the page can't close itself; in most browsers it is gone before it can be read. */
const WORDS = 'You can close this window and return to the shop.'

/** Returns the page that Google redirects to, in a popup or the whole window; its script passes on the outcome. */
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

/** The script of the page: checked like the rest of the code, but runs only in the browser. */
export const callbackScript = `(${deliverOutcome})()\n`

export const callbackPolicy =
  "default-src 'none'; script-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Input of the callback page's script. */
type Delivery = {
  /** Channel on which the page that opened the popup listens, or null in the whole window. */
  channel: string | null
  /** Key in the session storage for the outcome, if there is no such page. */
  key: string
  outcome: GoogleOutcome
  next: string
}

/** Runs in the browser and is sent there as text, so it can't use anything from its scope. */
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
