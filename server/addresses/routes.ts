import type { FastifyInstance } from 'fastify'
import { getAddressFormat, listCountryRegions } from '#contract/addresses/api.ts'
import { notFound } from '../errors.ts'
import { mount } from '../platform/http/mount.ts'
import { addressFormatOf } from './address-formats.ts'
import { listRegions } from './places.ts'

export function addressRoutes(app: FastifyInstance) {
  mount(app, getAddressFormat, async ({ country }) => {
    const format = addressFormatOf(country)
    if (!format) throw notFound('No address format is known for this country.')
    return format
  })

  mount(app, listCountryRegions, async ({ country }) => listRegions(country))
}
