import { z } from 'zod'
import { endpoint } from '../http.ts'
import { Time, Version } from '../text.ts'
import { PageName } from './api.ts'

/** A policy as it was at some time. */
const ValidPolicy = z.object({
  name: z.string(),
  title: z.string(),
  /** Null for the text in the code, which follows the settings and isn't stored. */
  version: Version.nullable(),
  /** Since when it was valid, or null for a text in the code that was never edited. */
  since: Time.nullable(),
})
export type ValidPolicy = z.infer<typeof ValidPolicy>

export const listPolicies = endpoint({
  method: 'GET',
  path: '/api/policies',
  access: 'anyone',
  ignoresToken: true,
  summary: 'The policies that shoppers could read at some time, such as when they placed an order.',
  input: z.object({ at: Time }),
  response: z.array(ValidPolicy),
})

export const getPolicy = endpoint({
  method: 'GET',
  path: '/api/policies/:name/versions/:version',
  access: 'anyone',
  ignoresToken: true,
  // Sanitizing a long text takes a while.
  isCostly: true,
  summary: 'One version of a policy. 404 if shoppers could never read it.',
  input: z.object({ name: PageName, version: z.coerce.number().pipe(Version) }),
  response: z.object({
    title: z.string(),
    /** Sanitized. */
    html: z.string(),
    since: Time,
  }),
})

export const policyEndpoints = [listPolicies, getPolicy] as const
