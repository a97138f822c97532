import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html, markupOf } from '../../html.ts'

/** The script that shops load, and the card form that the script frames in their pages. */
export function mountCardForm(app: FastifyInstance) {
  const script = joinScript()
  // The URLs of the real script: `/v3`, and one for each release.
  for (const url of ['/stripe.js', '/:release/stripe.js', '/v3']) {
    app.get(url, (_request, reply) => {
      // Lets pages load the script even if they require this header.
      return sendText(reply.header('cross-origin-resource-policy', 'cross-origin'), 'text/javascript', script)
    })
  }
  app.get('/payment-element/frame', (_request, reply) =>
    sendText(reply.header('content-security-policy', FRAME_POLICY), 'text/html', markupOf(framePage)),
  )
  for (const path of frameFiles) {
    const text = read(path)
    const type = path.endsWith('.css') ? 'text/css' : 'text/javascript'
    app.get(`/payment-element/${path.split('/')[1]}`, (_request, reply) => sendText(reply, type, text))
  }
}

const frameFiles = [
  'frame/frame.css',
  'frame/frame.js',
  'frame/fields.js',
  'frame/card-number.js',
  'frame/ask-provider.js',
]

// Each module uses only earlier ones.
const scriptFiles = [
  'frame/ask-provider.js',
  'script/element.js',
  'script/payment-element.js',
  'script/wallet-sheet.js',
  'script/express-element.js',
  'script/stripe.js',
]

/** Joins the modules into one classic script, like Stripe's. */
function joinScript(): string {
  const modules = scriptFiles.map((name) =>
    read(name)
      .replace(/^import .*\n/gm, '')
      .replace(/^export /gm, ''),
  )
  return `(() => {\n'use strict'\n${modules.join('\n')}})()\n`
}

// Any shop may frame it, because no real card is entered here.
const FRAME_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'font-src http: https:',
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors http: https:',
].join('; ')

const framePage = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card details</title>
<link rel="stylesheet" href="/payment-element/frame.css">
<script type="module" src="/payment-element/frame.js"></script>
</head>
<body>
<div id="sheet" hidden>
<form novalidate class="rows">
${field('number', 'Card number', 'cc-number', '1234 1234 1234 1234')}
${field('expiry', 'Expiration date', 'cc-exp', 'MM / YY')}
${field('cvc', 'Security code', 'cc-csc', '123')}
</form>
</div>
</body>
</html>`

function field(id: string, label: string, autocomplete: string, placeholder: string): Html {
  const brand = id === 'number'
  return html`<div class="${brand ? 'whole' : 'half'}">
<label for="${id}">${label}</label>
<div class="box">
<input id="${id}" name="${id}" type="text" inputmode="numeric" autocomplete="${autocomplete}"
placeholder="${placeholder}" aria-invalid="false" aria-describedby="${brand && 'brand '}${id}-fault">
${brand && html`<span class="brand" id="brand" hidden></span>`}
</div>
<p class="fault" id="${id}-fault" aria-live="polite"></p>
</div>`
}

function sendText(reply: FastifyReply, type: string, text: string) {
  return reply
    .type(`${type}; charset=utf-8`)
    .header('cache-control', 'no-cache')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .send(text)
}

function read(path: string): string {
  return readFileSync(new URL(`./${path}`, import.meta.url), 'utf8')
}
