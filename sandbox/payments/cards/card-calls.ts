import { z } from 'zod'
import type { Call } from '../api/asked.ts'
import { call } from '../api/calls.ts'
import { shipping, webAddress } from '../api/parameters.ts'
import { cardFields } from './card-parameters.ts'
import { createToken } from './confirmation-tokens.ts'
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
    method: 'POST',
    path: '/confirmation_tokens',
    forBrowsers: true,
    input: z.strictObject({
      payment_method_data: z.strictObject(cardFields),
      shipping: shipping.optional(),
      return_url: webAddress.optional(),
    }),
    run(provider, input, { caller }) {
      if (caller === 'server') refuseNumberFromServer()
      return createToken(provider, input)
    },
  }),
  call({
    method: 'GET',
    path: '/payment_methods/:id',
    input: z.strictObject({}),
    run: ({ store }, _input, { id }) => getPaymentMethod(store, id),
  }),
]
