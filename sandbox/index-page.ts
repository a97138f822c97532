import type { FastifyInstance } from 'fastify'
import type { Emulator, World } from './emulator.ts'
import { type Fault, type FaultKind, listFaults } from './faults.ts'
import { type Html, html } from './html.ts'
import { section, sendPage } from './layout.ts'

/** The start page, with a section for each emulator, and the fault switches as plain forms without JavaScript. */
export function mountIndexPage(app: FastifyInstance, world: World, emulators: readonly Emulator[]) {
  app.get('/', (_request, reply) =>
    sendPage(reply, world, {
      title: 'Plinth sandbox',
      body: html`<h1>Plinth sandbox</h1>
<p class="lead">The sandbox emulates every external service that a shop needs: email, payments, Google sign-in, and
the e-commerce platform. No card is charged, and no email leaves this computer.</p>
<p><a href="${world.shopUrl}/">View shop</a></p>
${emulators.map((emulator) => emulator.indexSection?.(world))}
${faultSwitches(emulators, listFaults(world.faults))}`,
    }),
  )
}

function faultSwitches(emulators: readonly Emulator[], active: readonly Fault[]): Html {
  const count = active.length === 1 ? '1 fault is on.' : `${active.length} faults are on.`
  const off = html`<form method="post" action="/faults/off" class="switch-all">
<p class="state on">${count}</p>
<button>Turn all off</button>
</form>`
  const switches = emulators.map(
    (emulator) => html`<h3>${emulator.title}</h3>
<ul class="switches">${emulator.faults.map((kind) => faultSwitch(emulator, kind, active))}</ul>`,
  )
  return section(
    'faults',
    'Faults',
    html`<p>Inject faults into the emulated services to see how the shop handles them.</p>
${active.length > 0 ? off : html`<p class="state">No fault is on.</p>`}
${switches}`,
  )
}

function faultSwitch({ service, title }: Emulator, kind: FaultKind, active: readonly Fault[]): Html {
  const fault = active.find((one) => one.service === service && one.kind === kind.kind)
  const action = `/faults/${service}/${kind.kind}`
  const subject = html` <span class="unseen">${title}, ${kind.kind}</span>`
  return html`<li>
<h4>${kind.kind}</h4>
<p>${kind.does}</p>
${fault && html`<p class="state on">${stateOf(fault, kind)}</p>`}
<div class="switch">
<form method="post" action="${action}">
${numberField('count', 'Times', fault?.count ?? null, html`min="1" max="1000000" placeholder="always"`)}
${kind.delayMs !== undefined && numberField('delayMs', 'Delay in ms', fault?.delayMs ?? kind.delayMs, html`min="0" max="600000"`)}
${numberField('probability', 'Probability', fault?.probability ?? 1, html`min="0" max="1" step="any"`)}
${numberField('seed', 'Seed', fault && fault.probability < 1 ? fault.seed : null, html`placeholder="any"`)}
<button>${fault ? 'Update' : 'Turn on'}${subject}</button>
</form>
${fault && html`<form method="post" action="${action}/off"><button class="quiet">Turn off${subject}</button></form>`}
</div>
</li>`
}

function stateOf(fault: Fault, kind: FaultKind): string {
  const uses = fault.left === null ? 'until turned off' : `${fault.left} of ${fault.count} left`
  const chance = fault.probability < 1 ? `, probability ${fault.probability}, seed ${fault.seed}` : ''
  const delay = kind.delayMs === undefined ? '' : `, ${fault.delayMs} ms`
  return `On: ${uses}${chance}${delay}`
}

function numberField(name: string, label: string, value: number | null, limits: Html): Html {
  return html`<label>${label} <input type="number" name="${name}" value="${value}" ${limits}></label>`
}
