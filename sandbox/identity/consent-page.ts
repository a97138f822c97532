import { type Html, html } from '../html.ts'
import type { Page } from '../layout.ts'
import { nameOf, type Person, people, portraitPath } from './people.ts'

/** Who are you, and may the shop know it? One page and one decision. */
export function consentPage(address: string, shopName: string): Page {
  return {
    title: `Sign in to ${shopName}`,
    body: html`<link rel="stylesheet" href="/identity/style.css">
<h1>Sign in to ${shopName}</h1>
<p class="lead">This page plays Google’s part. Choose the person whom you want to be.</p>
<p>${shopName} will learn their name, e-mail address and picture.</p>
<form method="post" action="${address}" class="people">
${people.map(personButton)}
<button class="quiet" name="decision" value="cancel">Cancel</button>
</form>`,
  }
}

function personButton(person: Person): Html {
  return html`<button class="person" name="person" value="${person.id}">
<img src="${portraitPath(person)}" alt="" width="48" height="48">
<span><strong>Continue as ${nameOf(person)}</strong>
<span>${person.email}${!person.isEmailVerified && ', not verified'}</span></span>
</button>`
}
