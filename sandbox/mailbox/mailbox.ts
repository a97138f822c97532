import { html } from '../html.ts'
import { section } from '../layout.ts'
import type { StandIn } from '../stand-in.ts'
import { countMails, mailTables } from './mails.ts'
import { mountMailbox } from './routes.ts'

/** Everybody's mailbox. Its mail server is started by sandbox.ts, see smtp.ts. */
export const mailbox: StandIn = {
  service: 'mail',
  title: 'E-mail',
  tables: mailTables,
  faults: [
    { kind: 'down', does: 'The mail server refuses connections and letters with 421.' },
    { kind: 'rejected', does: 'The mail server rejects the recipient for good with 550.' },
    { kind: 'slow', does: 'The mail server takes its time before it accepts a letter.', delayMs: 3000 },
    { kind: 'lost', does: 'The letter is accepted, but never arrives.' },
    { kind: 'doubled', does: 'The letter arrives twice.' },
  ],
  mount: mountMailbox,
  indexSection(world) {
    const count = countMails(world.store)
    const letters =
      count === 0 ? 'No letters yet.' : count === 1 ? '1 letter so far.' : `${count} letters so far.`
    return section(
      'mailbox',
      'Mailbox',
      html`<p>Every e-mail that the shop sends, to whomever, ends up here. ${letters}</p>
<p><a class="button" href="/mailbox">Open the mailbox</a></p>`,
    )
  },
}
