import { type Html, html } from '../html.ts'
import { section } from '../layout.ts'

/** The cards that people are told of, see cards/test-numbers.ts for all. */
const testCards = [
  { number: '4242 4242 4242 4242', does: 'pays' },
  { number: '5555 5555 5555 4444', does: 'pays, as Mastercard' },
  { number: '3782 822463 10005', does: 'pays, as American Express (four digits as security code)' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0000 0000 9995', does: 'lacks funds' },
  { number: '4000 0000 0000 0069', does: 'has expired' },
  { number: '4000 0000 0000 0127', does: 'has another security code' },
  { number: '4000 0000 0000 0036', does: 'is declined: the bank knows another postal code' },
  { number: '4000 0000 0000 0010', does: 'is declined: the bank knows another street and postal code' },
  { number: '4000 0000 0000 0028', does: 'pays, though the bank knows another street' },
  { number: '4000 0000 0000 0101', does: 'is declined after its security code was checked' },
  { number: '4000 0000 0000 0119', does: 'fails while it is processed' },
  { number: '4000 0025 0000 3155', does: 'asks for a 3-D Secure challenge' },
  { number: '4000 0000 0000 3220', does: 'asks for a 3-D Secure challenge' },
  { number: '4000 0082 6000 3178', does: 'asks for a 3-D Secure challenge, then lacks funds' },
  { number: '4000 0000 0000 7726', does: 'pays; its refunds are pending for a while' },
  { number: '4000 0000 0000 5126', does: 'pays; its refunds fail after a while' },
  { number: '4000 0000 0000 0259', does: 'pays, then the payment is disputed' },
  { number: '4000 0000 0000 5423', does: 'pays, then its issuer suspects fraud' },
  { number: '4000 0000 0000 9235', does: 'pays, with an elevated risk' },
] as const

export function testCardsSection(): Html {
  return section(
    'cards',
    'Test cards',
    html`<p>These numbers stand for no real card. Any future date and any security code will do.</p>
<dl class="facts cards">
${testCards.map(({ number, does }) => html`<div><dt>${number}</dt><dd>${does}</dd></div>`)}
</dl>`,
  )
}
