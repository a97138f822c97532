import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { refuse } from './errors.ts'
import {
  clearFault,
  clearFaults,
  type FaultInput,
  type FaultKind,
  type Faults,
  findKind,
  listFaults,
  setFault,
} from './faults.ts'

interface SwitchRoute {
  Params: { service: string; kind: string }
}

/** The switches for programs. */
export function mountFaultApi(app: FastifyInstance, faults: Faults) {
  app.get('/sandbox/api/faults', () => listFaults(faults))

  app.put<SwitchRoute>('/sandbox/api/faults/:service/:kind', ({ params, body }) => {
    const kind = knownKind(faults, params)
    return setFault(faults, params.service, kind, checkInput(kind, body ?? {}))
  })

  app.delete<SwitchRoute>('/sandbox/api/faults/:service/:kind', ({ params }, reply) => {
    clearFault(faults, params.service, knownKind(faults, params).kind)
    return reply.status(204).send()
  })

  app.delete('/sandbox/api/faults', (_request, reply) => {
    clearFaults(faults)
    return reply.status(204).send()
  })
}

/** The same switches for people, as forms of the first page. */
export function mountFaultForms(app: FastifyInstance, faults: Faults) {
  app.post<SwitchRoute>('/faults/:service/:kind', ({ params, body }, reply) => {
    const kind = knownKind(faults, params)
    setFault(faults, params.service, kind, checkInput(kind, numbersOf(body)))
    return reply.redirect('/#faults', 303)
  })

  app.post<SwitchRoute>('/faults/:service/:kind/off', ({ params }, reply) => {
    clearFault(faults, params.service, knownKind(faults, params).kind)
    return reply.redirect('/#faults', 303)
  })

  app.post('/faults/off', (_request, reply) => {
    clearFaults(faults)
    return reply.redirect('/#faults', 303)
  })
}

function knownKind(faults: Faults, { service, kind }: SwitchRoute['Params']): FaultKind {
  const found = findKind(faults, service, kind)
  if (found) return found
  const others = faults.kinds.get(service)?.map((declared) => declared.kind)
  if (others) throw refuse(404, `${service} has no switch '${kind}'. It has: ${others.join(', ')}.`)
  throw refuse(404, `There is no service '${service}'. There are: ${[...faults.kinds.keys()].join(', ')}.`)
}

const FaultSettings = z.strictObject({
  count: z.int('count must be a whole number').min(1, 'count must be 1 or more').max(1_000_000).optional(),
  probability: z
    .number('probability must be a number')
    .min(0)
    .max(1, 'probability must be from 0 to 1')
    .optional(),
  seed: z.int('seed must be a whole number').optional(),
  delayMs: z
    .int('delayMs must be a whole number')
    .min(0)
    .max(600_000, 'delayMs must be at most 600000')
    .optional(),
})

function checkInput(kind: FaultKind, body: unknown): FaultInput {
  const checked = FaultSettings.safeParse(body)
  if (!checked.success) throw refuse(400, z.prettifyError(checked.error).replace(/\s*\n\s*/g, ' '))
  if (checked.data.delayMs !== undefined && kind.delayMs === undefined) {
    throw refuse(400, `The switch '${kind.kind}' takes no delayMs.`)
  }
  return checked.data
}

/** A form sends words, and an empty field for what nobody filled in. */
function numbersOf(form: unknown): Record<string, number> {
  if (!(form instanceof URLSearchParams)) throw refuse(415, 'Send the fields of the form.')
  return Object.fromEntries(
    [...form].filter(([, text]) => text !== '').map(([name, text]) => [name, Number(text)]),
  )
}
