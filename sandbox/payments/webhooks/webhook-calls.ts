import { z } from 'zod'
import { noSuch } from '../api/api-error.ts'
import type { Call } from '../api/asked.ts'
import { call } from '../api/calls.ts'
import { listPage } from '../api/lists.ts'
import { emptyable, flag, metadata, paging, text, webAddress } from '../api/parameters.ts'
import { mergeMetadata } from '../metadata.ts'
import { findObject, keepObject } from '../objects.ts'
import { createEndpoint, deleteEndpoint, getEndpoint, secretOf } from './endpoints.ts'
import { shownEvent } from './events.ts'

const path = '/webhook_endpoints'
const nothing = z.strictObject({})
const enabled_events = z
  .array(z.string().regex(/^(\*|[a-z_0-9]+(\.[a-z_0-9]+)+)$/, 'This is no kind of event'))
  .min(1)

const endpointCalls: readonly Call[] = [
  call({
    method: 'POST',
    path,
    input: z.strictObject({
      url: webAddress,
      enabled_events,
      description: emptyable(text()).optional(),
      metadata: metadata.optional(),
      api_version: text(40).optional(),
    }),
    run({ store }, input) {
      const endpoint = createEndpoint(store, input)
      // The only time that it is told.
      return { ...endpoint, secret: secretOf(store, endpoint.id) }
    },
  }),
  call({
    method: 'GET',
    path,
    input: z.strictObject(paging),
    run: ({ store }, input) => listPage(store, 'webhook_endpoint', `/v1${path}`, input),
  }),
  call({
    method: 'GET',
    path: `${path}/:id`,
    input: nothing,
    run: ({ store }, _input, { id }) => getEndpoint(store, id),
  }),
  call({
    method: 'POST',
    path: `${path}/:id`,
    input: z.strictObject({
      url: webAddress.optional(),
      enabled_events: enabled_events.optional(),
      description: emptyable(text()).optional(),
      metadata: metadata.optional(),
      disabled: flag.optional(),
    }),
    run({ store }, { disabled, metadata, ...change }, { id }) {
      const endpoint = getEndpoint(store, id)
      const changed = {
        ...endpoint,
        ...change,
        metadata: mergeMetadata(endpoint.metadata, metadata),
        ...(disabled !== undefined && { status: disabled ? 'disabled' : 'enabled' }),
      }
      keepObject(store, changed)
      return changed
    },
  }),
  call({
    method: 'DELETE',
    path: `${path}/:id`,
    input: nothing,
    run({ store }, _input, { id }) {
      getEndpoint(store, id)
      deleteEndpoint(store, id)
      return { id, object: 'webhook_endpoint', deleted: true }
    },
  }),
]

const eventCalls: readonly Call[] = [
  call({
    method: 'GET',
    path: '/events',
    input: z.strictObject({ ...paging, type: text().optional(), types: z.array(text()).max(20).optional() }),
    run(provider, { type, types, ...paging }) {
      const page = listPage(provider.store, 'event', '/v1/events', paging, { type: types ?? type })
      return { ...page, data: page.data.map((event) => shownEvent(provider, event)) }
    },
  }),
  call({
    method: 'GET',
    path: '/events/:id',
    input: nothing,
    run(provider, _input, { id }) {
      const event = findObject(provider.store, 'event', id)
      if (!event) throw noSuch('event', id)
      return shownEvent(provider, event)
    },
  }),
]

export const webhookCalls: readonly Call[] = [...endpointCalls, ...eventCalls]
