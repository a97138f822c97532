import type { Emulator, World } from '../emulator.ts'
import { takeFault, waitIfFaulty } from '../faults.ts'
import { html } from '../html.ts'
import { moment, section, sendPage } from '../layout.ts'
import { insertRow, listRows, run, type Store } from '../store.ts'

interface Received {
  topic: string
  event: string
  signature: string
  body: string
  at: string
}

/** Maximum number of stored webhooks. */
const MAX_STORED = 50

const receivedTables = `
  create table if not exists received (
    id integer primary key autoincrement,
    topic text not null,
    event text not null,
    signature text not null,
    body text not null,
    at text not null
  ) strict;
`

/** A server of the store owner that can receive the shop's webhooks. */
export const receiver: Emulator = {
  service: 'receiver',
  title: 'Your own server',
  tables: receivedTables,
  faults: [
    { kind: 'down', does: 'Your own server rejects each webhook of the shop with 503.' },
    { kind: 'slow', does: 'Your own server waits before it responds.', delayMs: 3000 },
  ],
  mount(app, world) {
    const { store, faults } = world
    app.post('/receiver', async (request, reply) => {
      await waitIfFaulty(world, 'receiver', 'slow')
      if (takeFault(faults, 'receiver', 'down')) return reply.status(503).send('Temporarily unavailable.')
      const { 'plinth-topic': topic, 'plinth-event': event, 'plinth-signature': signature } = request.headers
      keepReceived(store, {
        topic: String(topic ?? ''),
        event: String(event ?? ''),
        signature: String(signature ?? ''),
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
      html`<p>Emulates a server of yours that receives the shop’s webhooks. In the shop’s admin, under
Integrations, add the webhook URL <code>${world.url}/receiver</code>.</p>
<p><a class="button" href="/receiver">Open server</a></p>`,
    ),
}

function page({ store, url }: World) {
  const received = listReceived(store)
  return {
    title: 'Your own server',
    body: html`<h1>Your own server</h1>
<p>The webhooks that <code>${url}/receiver</code> received, newest first.</p>
${received.length > 0 ? html`<ol class="letters">${received.map(item)}</ol>` : html`<p class="empty">No webhooks yet.</p>`}`,
  }
}

const item = ({ topic, event, signature, body, at }: Received) => html`<li>
<h2>${topic}</h2>
<p class="muted">${event}, ${moment(at)}</p>
<p class="muted"><code>${signature}</code></p>
<pre>${body}</pre>
</li>`

function keepReceived(store: Store, received: Omit<Received, 'at'>) {
  insertRow(store, 'received', { ...received, at: new Date().toISOString() })
  run(store, 'delete from received where id <= (select max(id) from received) - ?', MAX_STORED)
}

/** Newest first. */
function listReceived(store: Store): Received[] {
  return listRows<Received>(store, 'select topic, event, signature, body, at from received order by id desc')
}
