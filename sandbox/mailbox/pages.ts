import { type Html, html } from '../html.ts'
import { facts, moment, type Page, section } from '../layout.ts'
import type { Mail } from './mails.ts'

export const pageSize = 50

/** `found` has one more email than fits on a page if there are older ones. */
export function mailboxPage(found: readonly Mail[], to: string): Page {
  const shown = found.slice(0, pageSize)
  return {
    title: 'Mailbox',
    body: html`<h1>Mailbox</h1>
<form method="get" action="/mailbox" role="search">
<label>Recipient <input type="search" name="to" value="${to}" placeholder="name@example.com" autocomplete="off"></label>
<button>Search</button>
</form>
${shown.length > 0 ? html`<ol class="letters">${shown.map(listedMail)}</ol>` : noMail(to)}
${found.length > pageSize && html`<p><a href="${olderAddress(to, shown)}">Older emails</a></p>`}`,
  }
}

export function mailPage(mail: Mail, headers: readonly { name: string; value: string }[]): Page {
  return {
    title: subjectOf(mail),
    body: html`<p><a href="/mailbox">All emails</a></p>
<h1>${subjectOf(mail)}</h1>
${facts([
  ['From', mail.from],
  ['To', mail.to.join(', ')],
  ['Received', moment(mail.receivedAt)],
  ['Message-ID', mail.messageId || 'none'],
])}
${mail.html !== '' && section('letter', 'Email', mailFrame(mail))}
${mail.text !== '' && section('text', 'Text version', html`<pre>${withLinks(mail.text)}</pre>`)}
${mail.html === '' && mail.text === '' && html`<p>This email is empty.</p>`}
${section(
  'headers',
  'Headers',
  facts(
    headers.map(({ name, value }) => [name, value]),
    'small',
  ),
)}`,
  }
}

function listedMail(mail: Mail): Html {
  return html`<li>
<h2><a href="/mailbox/${mail.id}">${subjectOf(mail)}</a></h2>
<p>To ${mail.to.join(', ')}</p>
<p class="muted">From ${mail.from}, ${moment(mail.receivedAt)}</p>
</li>`
}

function noMail(to: string): Html {
  if (to === '')
    return html`<p class="empty">No emails yet. Place an order or reset a password in the shop, then reload this page.</p>`
  return html`<p class="empty">No emails to “${to}”. <a href="/mailbox">Show all emails</a></p>`
}

function olderAddress(to: string, shown: readonly Mail[]): string {
  return `/mailbox?${new URLSearchParams({ to, before: String(shown.at(-1)?.id) })}`
}

function mailFrame(mail: Mail): Html {
  return html`<p><a href="/mailbox/${mail.id}/html">Open the email in its own page</a></p>
<iframe title="The email" src="/mailbox/${mail.id}/html"
sandbox="allow-popups allow-top-navigation-by-user-activation allow-popups-to-escape-sandbox"></iframe>`
}

function subjectOf(mail: Mail): string {
  return mail.subject || '(no subject)'
}

/** Splitting by a pattern with one group puts the URLs at odd indexes. */
function withLinks(text: string): (Html | string)[] {
  return text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]])/)
    .map((piece, place) => (place % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : piece))
}
