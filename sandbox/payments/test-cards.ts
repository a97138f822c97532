import { type Html, html } from '../html.ts'
import { section } from '../layout.ts'

export const testCards = [
  { number: '4242 4242 4242 4242', does: 'pays' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0000 0000 9995', does: 'lacks funds' },
  { number: '4000 0025 0000 3155', does: 'asks for a 3-D Secure challenge' },
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
