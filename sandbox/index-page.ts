import type { FastifyInstance } from 'fastify'
import { faultSwitches } from './fault-switches.ts'
import { listFaults } from './faults.ts'
import { html } from './html.ts'
import { sendPage } from './layout.ts'
import type { StandIn, World } from './stand-in.ts'

export function mountIndexPage(app: FastifyInstance, world: World, standIns: readonly StandIn[]) {
  app.get('/', (_request, reply) =>
    sendPage(reply, world, {
      title: 'The outside world',
      body: html`<h1>The outside world, in a box</h1>
<p class="lead">This is the outside world of a demo shop. It plays the services that a real shop depends on,
so that everything can be tried on one machine: no card is charged, and no letter leaves this computer.</p>
<p><a href="${world.shopUrl}/">Go to the shop</a></p>
${standIns.map((standIn) => standIn.indexSection?.(world))}
${faultSwitches(standIns, listFaults(world.faults))}`,
    }),
  )
}
