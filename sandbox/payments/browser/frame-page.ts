import { type Html, html } from '../../html.ts'

/** The card form, alone on a page that shops show in a frame. */
export const framePage: Html = html`<!doctype html>
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
${field({
  id: 'number',
  label: 'Card number',
  autocomplete: 'cc-number',
  placeholder: '1234 1234 1234 1234',
  isWhole: true,
  more: html`<span class="brand" id="brand" hidden></span>`,
})}
${field({ id: 'expiry', label: 'Expiration date', autocomplete: 'cc-exp', placeholder: 'MM / YY' })}
${field({ id: 'cvc', label: 'Security code', autocomplete: 'cc-csc', placeholder: '123' })}
</form>
</div>
</body>
</html>`

interface Field {
  id: string
  label: string
  autocomplete: string
  placeholder: string
  isWhole?: boolean
  more?: Html
}

function field({ id, label, autocomplete, placeholder, isWhole, more }: Field): Html {
  return html`<div class="${isWhole ? 'whole' : 'half'}">
<label for="${id}">${label}</label>
<div class="box">
<input id="${id}" name="${id}" type="text" inputmode="numeric" autocomplete="${autocomplete}"
placeholder="${placeholder}" aria-invalid="false" aria-describedby="${id === 'number' ? 'brand ' : ''}${id}-fault">
${more}
</div>
<p class="fault" id="${id}-fault" aria-live="polite"></p>
</div>`
}
