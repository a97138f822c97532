import type Stripe from 'stripe'
import { type Html, html } from '../../html.ts'
import type { Challenge } from '../intents/challenges.ts'
import { formatAmount } from '../money.ts'

/** The page of the buyer's bank. */
export function challengePage(
  { token }: Challenge,
  intent: Stripe.PaymentIntent,
  last4: string,
  isInFrame: boolean,
): Html {
  return bankPage(
    'Is it you?',
    isInFrame,
    html`<p>Your bank wants to know whether you are making this payment.</p>
<dl>
<dt>Amount</dt><dd>${formatAmount(intent.amount, intent.currency)}</dd>
<dt>Card</dt><dd>•••• ${last4}</dd>
</dl>
<form method="post" action="/3ds/${token}${isInFrame && '?in=frame'}">
<button name="answer" value="complete">Complete</button>
<button name="answer" value="fail">Fail</button>
</form>`,
  )
}

/** The end of the challenge. In a frame its script tells the page around it. */
export function answeredPage(isInFrame: boolean, words: string): Html {
  return bankPage(
    'Thank you',
    isInFrame,
    html`<p>${words}</p>
${isInFrame && html`<script src="/3ds/answered.js"></script>`}`,
  )
}

function bankPage(heading: string, isInFrame: boolean, body: Html): Html {
  const content = html`<p class="bank">Sandbox bank · 3-D Secure</p>
<h1>${heading}</h1>
${body}`
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading} · Sandbox bank</title>
<link rel="stylesheet" href="/3ds/challenge.css">
</head>
<body>
${isInFrame ? html`<div class="sheet">${content}</div>` : html`<main class="sheet">${content}</main>`}
</body>
</html>`
}
