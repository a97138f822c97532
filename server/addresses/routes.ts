import type { FastifyInstance } from 'fastify'
import { getAddressFormat, listCountryRegions } from '#contract/addresses/api.ts'
import { notFound } from '../errors.ts'
import { tagResponse } from '../platform/http/cache-tags.ts'
import { mount } from '../platform/http/mount.ts'
import { addressFormatOf } from './address-formats.ts'
import { listRegions } from './places.ts'

export function addressRoutes(app: FastifyInstance) {
  mount(app, getAddressFormat, async ({ country }, _request, reply) => {
    tagResponse(reply, [])
    const format = addressFormatOf(country)
    if (!format) throw notFound('No address format is known for this country.')
    return format
  })

  mount(app, listCountryRegions, async ({ country }) => listRegions(country))
}
