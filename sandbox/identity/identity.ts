import { html } from '../html.ts'
import { section } from '../layout.ts'
import type { StandIn } from '../stand-in.ts'
import { faultKinds } from './fault-kinds.ts'
import { keyTables } from './keys.ts'
import { nameOf, people } from './people.ts'
import { service } from './provider.ts'
import { recordTables } from './records.ts'
import { mountIdentity } from './routes.ts'

/** Google's part in signing in: an OpenID provider with two people who have an account there. */
export const identity: StandIn = {
  service,
  title: 'Sign in with Google',
  tables: `${keyTables}${recordTables}`,
  faults: faultKinds,
  mount: mountIdentity,
  indexSection: () =>
    section(
      'people',
      'Demo people',
      html`<p>Choose ‘Sign in with Google’ in the shop, and be one of these:</p>
<dl class="facts">
${people.map(
  (person) =>
    html`<div><dt>${nameOf(person)}</dt><dd>${person.email}${
      person.isEmailVerified ? ', verified' : ', not verified: the shop must not let this person in'
    }</dd></div>`,
)}
</dl>`,
    ),
}
