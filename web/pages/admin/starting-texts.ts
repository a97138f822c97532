import { DEVICE_DAYS } from '#contract/accounts/rules.ts'
import { CART_DAYS } from '#contract/cart/rules.ts'
import { escapeHtml } from '#contract/html.ts'
import type { LegalPageName } from '#contract/pages/names.ts'
import { RETURN_MESSAGES, WITHDRAWAL } from '#contract/returns/rules.ts'

/**
 * Returns the text that the store owner completes: what is in brackets must be replaced before it can be published.
 * @param business the lines that identify the business, or none if the owner entered nothing
 */
export function startingText(name: LegalPageName, email: string, business: string[]): string {
  const lines =
    business.length > 0
      ? business
      : ['[Name of your company]', '[Street, postal code, city, country]', '[Phone number]']
  const sender = lines.map(escapeHtml).join('<br>')
  return TEXTS[name](sender, escapeHtml(email)).replace(/>\s+</g, '><').trim()
}

const TEXTS: Record<LegalPageName, (sender: string, email: string) => string> = {
  imprint: (sender, email) => `
    <p>${sender}</p>
    <p>Represented by: [Names of the directors]</p>
    <h2>Contact</h2>
    <p>Email: ${email}</p>
    <h2>Register</h2>
    <p>[Name of the register, and your number in it]</p>
    <h2>Disputes</h2>
    <p>[Whether you take part in dispute resolution before a consumer arbitration board]</p>`,
  'withdrawal-policy': (sender, email) => `
    <h2>Right of withdrawal</h2>
    <p>You have the right to withdraw from this contract within 14 days without giving any reason.</p>
    <p>The withdrawal period will expire after 14 days from the day on which you acquire, or a third party other than the
    carrier and indicated by you acquires, physical possession of the last good.</p>
    <p>To exercise the right of withdrawal, you must inform us of your decision to withdraw from this contract by an
    unequivocal statement, for example by post or email:</p>
    <p>${sender}<br>${email}</p>
    <p>You can also withdraw on this website, without an account: <a href="${WITHDRAWAL}">${RETURN_MESSAGES.withdrawalLink}</a>.
    We then confirm by email, without delay, what you withdrew from, with date and time.</p>
    <p>You may use the model withdrawal form below, but it is not obligatory.</p>
    <p>To meet the withdrawal deadline, it is sufficient for you to send your communication before the withdrawal period
    has expired.</p>
    <h2>Effects of withdrawal</h2>
    <p>If you withdraw from this contract, we shall reimburse to you all payments received from you, including the costs
    of delivery, except for the supplementary costs of a type of delivery other than the least expensive type of standard
    delivery offered by us, without undue delay and in any event not later than 14 days from the day on which we are
    informed about your decision. We will use the same means of payment as you used for the initial transaction, and you
    will not incur any fees as a result.</p>
    <p>We may withhold reimbursement until we have received the goods back or you have supplied evidence of having sent
    them back, if that is earlier.</p>
    <p>You shall send back the goods without undue delay and in any event not later than 14 days from the day on which
    you communicate your withdrawal to us. [Who bears the direct cost of returning the goods] You are only liable for any
    diminished value of the goods resulting from the handling other than what is necessary to establish their nature,
    characteristics, and functioning.</p>
    <h2>Model withdrawal form</h2>
    <p>(Complete and return this form only if you wish to withdraw from the contract.)</p>
    <ul>
    <li><p>To:<br>${sender}<br>${email}</p></li>
    <li><p>I/We (*) hereby give notice that I/we (*) withdraw from my/our (*) contract of sale of the following goods (*) /
    for the provision of the following service (*):</p></li>
    <li><p>Ordered on (*) / received on (*):</p></li>
    <li><p>Name of consumer(s):</p></li>
    <li><p>Address of consumer(s):</p></li>
    <li><p>Signature of consumer(s) (only if this form is notified on paper):</p></li>
    <li><p>Date:</p></li>
    </ul>
    <p>(*) Delete as appropriate.</p>`,
  accessibility: (_sender, email) => `
    <p>We want everyone to be able to use this store. It was built to meet the Web Content Accessibility Guidelines
    (WCAG) 2.2, level AA: it works with a keyboard and with screen readers, at any zoom, and in light and dark colors.</p>
    <h2>Known limitations</h2>
    <p>[What isn’t accessible yet, such as your own texts and pictures]</p>
    <h2>Tell us about barriers</h2>
    <p>Email ${email}. We reply within [number of days] days.</p>
    <h2>Supervision</h2>
    <p>[Authority that supervises accessibility in your country]</p>`,
  cookies: () => `
    <p>This store only uses cookies and storage that it needs to work, so there is nothing to consent to.</p>
    <ul>
    <li><p>Your cart needs a cookie with a random number. It expires ${CART_DAYS} days after you last use the cart.</p></li>
    <li><p>When you change something public, such as a review, a cookie makes sure you see the change everywhere. It
    expires after five seconds.</p></li>
    <li><p>When you sign in, a cookie with a random number lets us recognize this browser for ${DEVICE_DAYS} days.</p></li>
    <li><p>Signing in with Google uses two cookies for up to ten minutes.</p></li>
    <li><p>Your browser stores your session and your choice of light or dark theme.</p></li>
    <li><p>The card form at checkout comes from Stripe, which may set its own cookies to prevent fraud.</p></li>
    </ul>
    <p>See our <a href="/privacy-policy">Privacy Policy</a> for details.</p>`,
}
