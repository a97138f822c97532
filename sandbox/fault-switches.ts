import type { Fault, FaultKind } from './faults.ts'
import { type Html, html } from './html.ts'
import { section } from './layout.ts'
import type { StandIn } from './stand-in.ts'

/** The switchboard on the first page: plain forms, so that it works without script. */
export function faultSwitches(standIns: readonly StandIn[], active: readonly Fault[]): Html {
  return section(
    'faults',
    'Fault switches',
    html`<p>Make the outside world misbehave, and see how the shop takes it.</p>
${active.length > 0 ? switchAllOff(active.length) : html`<p class="state">All services behave.</p>`}
${standIns.map((standIn) => switchesOf(standIn, active))}`,
  )
}

function switchAllOff(count: number): Html {
  return html`<form method="post" action="/faults/off" class="switch-all">
<p class="state on">${count === 1 ? '1 switch is on.' : `${count} switches are on.`}</p>
<button>Switch all off</button>
</form>`
}

function switchesOf(standIn: StandIn, active: readonly Fault[]): Html | null {
  if (standIn.faults.length === 0) return null
  const switches = standIn.faults.map((kind) => {
    const fault = active.find((one) => one.service === standIn.service && one.kind === kind.kind)
    return faultSwitch(standIn, kind, fault)
  })
  return html`<h3>${standIn.title}</h3>
<ul class="switches">${switches}</ul>`
}

function faultSwitch({ service, title }: StandIn, kind: FaultKind, fault: Fault | undefined): Html {
  const address = `/faults/${service}/${kind.kind}`
  const whose = html` <span class="unseen">${title}, ${kind.kind}</span>`
  return html`<li>
<h4>${kind.kind}</h4>
<p>${kind.does}</p>
${fault && html`<p class="state on">${stateOf(fault, kind)}</p>`}
<div class="switch">
<form method="post" action="${address}">
${numberField('count', 'Times', fault?.count ?? null, html`min="1" max="1000000" placeholder="always"`)}
${kind.delayMs !== undefined && numberField('delayMs', 'Delay in ms', fault?.delayMs ?? kind.delayMs, html`min="0" max="600000"`)}
${numberField('probability', 'Chance', fault?.probability ?? 1, html`min="0" max="1" step="any"`)}
${numberField('seed', 'Seed', fault && fault.probability < 1 ? fault.seed : null, html`placeholder="any"`)}
<button>${fault ? 'Set again' : 'Switch on'}${whose}</button>
</form>
${fault && html`<form method="post" action="${address}/off"><button class="quiet">Switch off${whose}</button></form>`}
</div>
</li>`
}

function stateOf(fault: Fault, kind: FaultKind): string {
  const uses = fault.left === null ? 'until it is switched off' : `${fault.left} of ${fault.count} left`
  const chance = fault.probability < 1 ? `, chance ${fault.probability}, seed ${fault.seed}` : ''
  const delay = kind.delayMs === undefined ? '' : `, ${fault.delayMs} ms`
  return `On: ${uses}${chance}${delay}`
}

function numberField(name: string, label: string, value: number | null, limits: Html): Html {
  return html`<label>${label} <input type="number" name="${name}" value="${value}" ${limits}></label>`
}
