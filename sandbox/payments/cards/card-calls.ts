import { z } from 'zod'
import type { Call } from '../api/asked.ts'
import { call } from '../api/calls.ts'
import { cardFields } from './card-parameters.ts'
import { createPaymentMethod, getPaymentMethod, refuseNumberFromServer } from './payment-methods.ts'

export const cardCalls: readonly Call[] = [
  call({
    method: 'POST',
    path: '/payment_methods',
    forBrowsers: true,
    input: z.strictObject(cardFields),
    run(provider, { card, billing_details }, { caller }) {
      if (caller === 'server') refuseNumberFromServer()
      return createPaymentMethod(provider, card, billing_details)
    },
  }),
  call({
    method: 'GET',
    path: '/payment_methods/:id',
    input: z.strictObject({}),
    run: ({ store }, _input, { id }) => getPaymentMethod(store, id),
  }),
]
