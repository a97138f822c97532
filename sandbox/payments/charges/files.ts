import type Stripe from 'stripe'
import { z } from 'zod'
import { invalidRequest } from '../api/api-error.ts'
import { type Call, post, retrieve } from '../api/call.ts'
import { integer, text } from '../api/parameters.ts'
import { getObject, saveObject } from '../objects.ts'
import { newId, nowInSeconds, type Provider } from '../provider.ts'

/** Stripe's limits for evidence: of one file, and of all files of a dispute together. */
const MAX_BYTES = 5 * 1024 * 1024
const MAX_BYTES_IN_ALL = 4_500_000
const NINE_MONTHS = 274 * 24 * 60 * 60

/** The file's content isn't stored. `type` is found in its content. */
const Upload = z.strictObject({
  purpose: z.literal('dispute_evidence', 'Only evidence is emulated'),
  file: z.strictObject({ name: text(255), size: integer, type: text(20) }),
})

export const fileCalls: readonly Call[] = [
  post('/files', Upload, (provider, { purpose, file }) => {
    if (!['pdf', 'png', 'jpg'].includes(file.type))
      throw invalidRequest('The file must be a PDF, JPEG, or PNG.', { param: 'file' })
    if (file.size > MAX_BYTES) throw invalidRequest('The file must have at most 5 MB.', { param: 'file' })
    const id = newId('file_1')
    const stored: Stripe.File = {
      id,
      object: 'file',
      created: nowInSeconds(),
      expires_at: nowInSeconds() + NINE_MONTHS,
      filename: file.name,
      links: { object: 'list', data: [], has_more: false, url: `/v1/file_links?file=${id}` },
      purpose,
      size: file.size,
      title: null,
      type: file.type,
      url: `https://files.stripe.com/v1/files/${id}/contents`,
    }
    saveObject(provider, stored)
    return stored
  }),
  retrieve('/files', 'file'),
]

/** @throws StripeError if one of the files doesn't exist, or if they are too large together */
export function rejectFiles({ store }: Provider, ids: readonly string[]) {
  const sizes = ids.map((id) => getObject(store, 'file', id, 'evidence').size)
  if (sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES_IN_ALL)
    throw invalidRequest('The files of the evidence must have at most 4.5 MB in all.', { param: 'evidence' })
}
