import { z } from 'zod'
import type { Emulator } from './emulator.ts'
import { checked } from './errors.ts'
import { takeFault, waitIfFaulty } from './faults.ts'

const service = 'vies'
const Query = z.object({ countryCode: z.string(), vatNumber: z.string() })

/** Emulates VIES, the EU's register of VAT numbers. Each number is registered unless a fault is on. */
export const vies: Emulator = {
  service,
  title: 'VAT register (VIES)',
  tables: '',
  faults: [
    { kind: 'unregistered', does: 'The register has no such VAT number.' },
    { kind: 'down', does: 'The register of the country is unavailable.' },
    { kind: 'slow', does: 'The register waits before it responds.', delayMs: 10_000 },
  ],
  mount(app, world) {
    app.post('/vies/check-vat-number', async (request) => {
      const { countryCode, vatNumber } = checked(Query, request.body)
      await waitIfFaulty(world, service, 'slow')
      if (takeFault(world.faults, service, 'down'))
        return { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] }
      const valid = takeFault(world.faults, service, 'unregistered') === null
      return {
        ...{ countryCode, vatNumber, requestDate: new Date().toISOString(), valid },
        ...{ name: valid ? 'Sandbox Trading Company' : '---', address: '---' },
      }
    })
  },
}
