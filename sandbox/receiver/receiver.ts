import { takeFault, waitOut } from '../faults.ts'
import { html } from '../html.ts'
import { moment, section, sendPage } from '../layout.ts'
import type { StandIn, World } from '../stand-in.ts'
import { keepReceived, listReceived, type Received, receivedTables } from './received.ts'

/** A server of the owner's own, to which the shop's webhooks can be sent. */
export const receiver: StandIn = {
  service: 'receiver',
  title: 'Your own server',
  tables: receivedTables,
  faults: [
    { kind: 'down', does: 'Your own server answers each webhook of the shop with 503.' },
    { kind: 'slow', does: 'Your own server takes its time before it answers.', delayMs: 3000 },
  ],
  mount(app, world) {
    const { store, faults, stopping } = world
    app.post('/receiver', async (request, reply) => {
      const slow = takeFault(faults, 'receiver', 'slow')
      if (slow) await waitOut(slow, stopping)
      if (takeFault(faults, 'receiver', 'down')) return reply.status(503).send('Down for a moment.')
      const { 'plinth-topic': topic, 'plinth-event': event, 'plinth-signature': signature } = request.headers
      keepReceived(store, {
        ...{ topic: String(topic ?? ''), event: String(event ?? ''), signature: String(signature ?? '') },
        body: JSON.stringify(request.body ?? null, null, 2),
      })
      return reply.status(204).send()
    })
    app.get('/receiver', (_request, reply) => sendPage(reply, world, page(world)))
    app.get('/sandbox/api/received', () => listReceived(store))
  },
  indexSection: (world) =>
    section(
      'receiver',
      'Your own server',
      html`<p>A server of yours, for the shop to tell what happens. In the shop’s admin, under Integrations, add
the webhook address <code>${world.url}/receiver</code>.</p>
<p><a class="button" href="/receiver">See what came</a></p>`,
    ),
}

function page({ store, url }: World) {
  const received = listReceived(store)
  return {
    title: 'Your own server',
    body: html`<h1>Your own server</h1>
<p>What the shop’s webhooks told <code>${url}/receiver</code>, the newest first.</p>
${received.length > 0 ? html`<ol class="letters">${received.map(item)}</ol>` : html`<p class="empty">Nothing yet.</p>`}`,
  }
}

const item = ({ topic, event, signature, body, at }: Received) => html`<li>
<h2>${topic}</h2>
<p class="muted">${event}, ${moment(at)}</p>
<p class="muted"><code>${signature}</code></p>
<pre>${body}</pre>
</li>`
