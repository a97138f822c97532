import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html, markupOf } from './html.ts'
import type { World } from './stand-in.ts'

export interface Page {
  title: string
  body: Html
}

const pagePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; frame-src 'self'; base-uri 'none'"

/** Sends a whole page. A content policy that was set on the reply before is kept. */
export function sendPage(reply: FastifyReply, world: World, page: Page) {
  if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', pagePolicy)
  return reply
    .type('text/html; charset=utf-8')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .send(markupOf(document(world, page)))
}

/** A part of a page under its own heading, which also names it as a landmark. */
export function section(id: string, heading: string, body: Html): Html {
  return html`<section id="${id}" aria-labelledby="${id}-heading">
<h2 id="${id}-heading">${heading}</h2>
${body}
</section>`
}

/** A moment for people, always in UTC because the server cannot know their clock. */
export function moment(iso: string): Html {
  const words = new Date(iso).toLocaleString('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return html`<time datetime="${iso}">${words} UTC</time>`
}

export function mountStyle(app: FastifyInstance) {
  const style = ['./style.css', './style-parts.css', './style-tables.css']
    .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
    .join('\n')
  app.get('/sandbox/style.css', (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(style),
  )
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Cpath fill="%237A4E2D" d="M2 5l6-3 6 3v7l-6 3-6-3z"/%3E%3C/svg%3E'

function document(world: World, page: Page): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Plinth sandbox</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="brand"><a href="/">Plinth sandbox</a></p>
<nav aria-label="Sandbox">
<a href="/mailbox">Mailbox</a>
<a href="/payments">Payments</a>
<a href="/platform">Store editor</a>
<a href="/#faults">Fault switches</a>
<a href="${world.shopUrl}/">To the shop</a>
</nav>
</header>
<main id="main" tabindex="-1">
${page.body}
</main>
</body>
</html>`
}
