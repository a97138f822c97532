import type { FastifyInstance } from 'fastify'
import { checked, formOf, httpError } from './errors.ts'
import {
  clearFault,
  clearFaults,
  FaultInput,
  type FaultKind,
  type Faults,
  findKind,
  listFaults,
  setFault,
} from './faults.ts'

interface FaultRoute {
  Params: { service: string; kind: string }
}

/** The fault switches, as an API and as the forms on the start page. */
export function mountFaults(app: FastifyInstance, faults: Faults) {
  const api = '/sandbox/api/faults'
  app.get(api, () => listFaults(faults))
  app.put<FaultRoute>(`${api}/:service/:kind`, ({ params, body }) => switchOn(faults, params, body ?? {}))
  app.delete<FaultRoute>(`${api}/:service/:kind`, ({ params }, reply) => {
    clearFault(faults, params.service, knownKind(faults, params).kind)
    return reply.status(204).send()
  })
  app.delete(api, (_request, reply) => {
    clearFaults(faults)
    return reply.status(204).send()
  })

  app.post<FaultRoute>('/faults/:service/:kind', ({ params, body }, reply) => {
    // A form sends text, including empty fields.
    const filled = [...formOf(body)].filter(([, text]) => text !== '')
    switchOn(faults, params, Object.fromEntries(filled.map(([name, text]) => [name, Number(text)])))
    return reply.redirect('/#faults', 303)
  })
  app.post<FaultRoute>('/faults/:service/:kind/off', ({ params }, reply) => {
    clearFault(faults, params.service, knownKind(faults, params).kind)
    return reply.redirect('/#faults', 303)
  })
  app.post('/faults/off', (_request, reply) => {
    clearFaults(faults)
    return reply.redirect('/#faults', 303)
  })
}

function switchOn(faults: Faults, params: FaultRoute['Params'], input: unknown) {
  const kind = knownKind(faults, params)
  const settings = checked(FaultInput, input)
  if (settings.delayMs !== undefined && kind.delayMs === undefined) {
    throw httpError(400, `The fault '${kind.kind}' takes no delayMs.`)
  }
  return setFault(faults, params.service, kind, settings)
}

function knownKind(faults: Faults, { service, kind }: FaultRoute['Params']): FaultKind {
  const found = findKind(faults, service, kind)
  if (found) return found
  const others = faults.kinds.get(service)?.map((declared) => declared.kind)
  if (others) throw httpError(404, `${service} has no fault '${kind}'. It has: ${others.join(', ')}.`)
  throw httpError(404, `There is no service '${service}'. There are: ${[...faults.kinds.keys()].join(', ')}.`)
}
