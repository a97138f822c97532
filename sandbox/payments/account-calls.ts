import { z } from 'zod'
import type { Call } from './api/asked.ts'
import { call } from './api/calls.ts'

const nothing = z.strictObject({})

/** What a shop asks to see whether its keys are good. */
export const accountCalls: readonly Call[] = [
  call({
    method: 'GET',
    path: '/account',
    input: nothing,
    run: () => ({
      id: 'acct_plinth_sandbox',
      object: 'account',
      business_profile: { name: 'Plinth', url: null, support_email: null },
      charges_enabled: true,
      country: 'US',
      default_currency: 'usd',
      details_submitted: true,
      email: null,
      metadata: {},
      payouts_enabled: true,
      settings: { dashboard: { display_name: 'Plinth (sandbox)', timezone: 'Etc/UTC' } },
      type: 'standard',
    }),
  }),
  call({
    method: 'GET',
    path: '/balance',
    input: nothing,
    run({ store }) {
      const rows = store.prepare(balanceOfEach).all() as unknown as { currency: string; amount: number }[]
      const pending = rows.map((row) => ({ ...row, source_types: { card: row.amount } }))
      const available = rows.map(({ currency }) => ({ amount: 0, currency, source_types: { card: 0 } }))
      return { object: 'balance', available, livemode: false, pending }
    },
  }),
]

const balanceOfEach = `
  select json_extract(body, '$.currency') as currency, sum(json_extract(body, '$.net')) as amount
  from payments_objects where kind = 'balance_transaction' group by 1
`
