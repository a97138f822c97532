import { z } from 'zod'
import { noSuch } from '../api/api-error.ts'
import type { Call } from '../api/asked.ts'
import { call } from '../api/calls.ts'
import { listPage } from '../api/lists.ts'
import { emptyable, metadata, paging, text } from '../api/parameters.ts'
import { mergeMetadata } from '../metadata.ts'
import { findObject, keepObject } from '../objects.ts'
import { getCharge } from './charges.ts'

const nothing = z.strictObject({})

export const chargeCalls: readonly Call[] = [
  call({
    method: 'GET',
    path: '/charges',
    input: z.strictObject({ ...paging, payment_intent: text().optional() }),
    run: ({ store }, { payment_intent, ...paging }) =>
      listPage(store, 'charge', '/v1/charges', paging, { payment_intent }),
  }),
  call({
    method: 'GET',
    path: '/charges/:id',
    input: nothing,
    run: ({ store }, _input, { id }) => getCharge(store, id),
  }),
  call({
    method: 'POST',
    path: '/charges/:id',
    input: z.strictObject({
      description: emptyable(text()).optional(),
      metadata: metadata.optional(),
      receipt_email: text(800).optional(),
    }),
    run({ store }, { metadata, ...change }, { id }) {
      const charge = getCharge(store, id)
      const changed = { ...charge, ...change, metadata: mergeMetadata(charge.metadata, metadata) }
      keepObject(store, changed)
      return changed
    },
  }),
  call({
    method: 'GET',
    path: '/balance_transactions',
    input: z.strictObject({ ...paging, source: text().optional(), type: text().optional() }),
    run: ({ store }, { source, type, ...paging }) =>
      listPage(store, 'balance_transaction', '/v1/balance_transactions', paging, { source, type }),
  }),
  call({
    method: 'GET',
    path: '/balance_transactions/:id',
    input: nothing,
    run({ store }, _input, { id }) {
      const transaction = findObject(store, 'balance_transaction', id)
      if (!transaction) throw noSuch('balance transaction', id)
      return transaction
    },
  }),
]
