import { z } from 'zod'
import type { Emulator, World } from './emulator.ts'
import { checked } from './errors.ts'
import { takeFault, waitIfFaulty } from './faults.ts'
import { insertRow, listRows } from './store.ts'

const service = 'vies'
const Query = z.object({
  countryCode: z.string(),
  vatNumber: z.string(),
  requesterMemberStateCode: z.string().optional(),
  requesterNumber: z.string().optional(),
})
type Query = z.output<typeof Query>

/** The register's errors by fault. */
const ERRORS = {
  down: 'MS_UNAVAILABLE',
  busy: 'MS_MAX_CONCURRENT_REQ',
  unavailable: 'SERVICE_UNAVAILABLE',
} as const

/** Emulates VIES, the EU's register of VAT numbers. Each number is registered unless a fault is on. */
export const vies: Emulator = {
  service,
  title: 'VAT register (VIES)',
  tables: `
    create table if not exists vies_queries (
      id integer primary key,
      number text not null,
      requester text,
      request_identifier text not null
    ) strict;
  `,
  faults: [
    { kind: 'unregistered', does: 'The register has no such VAT number.' },
    { kind: 'unknown-requester', does: 'The register rejects the VAT number of the shop that asks.' },
    { kind: 'down', does: 'The register of the country is unavailable.' },
    { kind: 'busy', does: 'The register of the country has too many requests.' },
    { kind: 'unavailable', does: 'VIES is unavailable.' },
    { kind: 'slow', does: 'The register waits before it responds.', delayMs: 10_000 },
  ],
  mount(app, world) {
    app.post('/vies/check-vat-number', async (request) => {
      const query = checked(Query, request.body)
      const requestIdentifier = recordQuery(world, query)
      await waitIfFaulty(world, service, 'slow')
      const error = errorOf(world, query)
      if (error) return { actionSucceed: false, errorWrappers: [{ error }] }
      const valid = takeFault(world.faults, service, 'unregistered') === null
      const { countryCode, vatNumber } = query
      return {
        countryCode,
        vatNumber,
        requestDate: new Date().toISOString(),
        valid,
        requestIdentifier,
        name: valid ? 'Sandbox Trading Company' : '---',
        address: '---',
      }
    })
    app.get('/vies/queries', () =>
      listRows(world.store, 'select number, requester, request_identifier from vies_queries order by id'),
    )
  },
}

/** Returns the consultation number, which only a business with a VAT number gets. */
function recordQuery(world: World, query: Query): string {
  const { countryCode, vatNumber, requesterMemberStateCode = '', requesterNumber } = query
  const count = listRows(world.store, 'select id from vies_queries').length
  const request_identifier = requesterNumber ? `WAPIAAAA${String(count + 1).padStart(8, '0')}` : ''
  insertRow(world.store, 'vies_queries', {
    number: `${countryCode}${vatNumber}`,
    request_identifier,
    requester: requesterNumber ? `${requesterMemberStateCode}${requesterNumber}` : null,
  })
  return request_identifier
}

function errorOf({ faults }: World, { requesterNumber }: Query): string | null {
  if (requesterNumber && takeFault(faults, service, 'unknown-requester')) return 'INVALID_REQUESTER_INFO'
  for (const kind of ['down', 'busy', 'unavailable'] as const)
    if (takeFault(faults, service, kind)) return ERRORS[kind]
  return null
}
