import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { World } from './emulator.ts'
import { type Html, html, markupOf } from './html.ts'

export interface Page {
  title: string
  body: Html
}

const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-src 'self'; base-uri 'none'"

/** Sends a page with the sandbox's header. An existing content security policy is kept. */
export function sendPage(reply: FastifyReply, world: World, page: Page) {
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', PAGE_POLICY)
  return reply
    .type('text/html; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .send(
      documentOf({ ...page, body: html`${header(world)}<main id="main" tabindex="-1">${page.body}</main>` }),
    )
}

/** Returns a complete HTML document in the sandbox's style. */
export function documentOf({ title, body }: Page): string {
  return markupOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} · Plinth sandbox</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body>${body}</body>
</html>`)
}

/** Returns a section with a heading, which also names it as a landmark. */
export function section(id: string, heading: string, body: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
${body}
</section>`
}

export function table(headings: readonly string[], rows: readonly Html[]): Html {
  return html`<table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table>`
}

/** Returns a list of names and values. */
export function facts(pairs: readonly (readonly [string, Html | string])[], kind = ''): Html {
  return html`<dl class="facts ${kind}">
${pairs.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
</dl>`
}

/** Formats a time in UTC, because the server doesn't know the reader's time zone. */
export function moment(iso: string): Html {
  const text = new Date(iso).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return html`<time datetime="${iso}">${text} UTC</time>`
}

export function mountStyle(app: FastifyInstance) {
  const style = ['./style.css', './style-parts.css']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n')
  app.get('/sandbox/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )
}

const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Cpath fill="%237A4E2D" d="M2 5l6-3 6 3v7l-6 3-6-3z"/%3E%3C/svg%3E'

function header({ shopUrl }: World): Html {
  return html`<a class="skip" href="#main">Skip to content</a>
<header>
<p class="brand"><a href="/">Plinth sandbox</a></p>
<nav aria-label="Sandbox">
<a href="/mailbox">Mailbox</a>
<a href="/payments">Payments</a>
<a href="/platform">Store editor</a>
<a href="/#faults">Faults</a>
<a href="${shopUrl}/">View shop</a>
</nav>
</header>`
}
