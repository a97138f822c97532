import { z } from 'zod'
import { endpoint } from '../http.ts'
import { RowId, Time } from '../text.ts'

/** A session on one device. */
export const Session = z.object({
  id: z.int().positive(),
  createdAt: Time,
  /** Rounded to the minute. */
  lastUsedAt: Time,
  /** For example, 'Firefox on Linux'. */
  device: z.string(),
  /** True for the session that sent the request. */
  isCurrent: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'signed-in',
  summary: 'Your sessions, most recently used first.',
  input: z.object({}),
  response: z.array(Session),
})

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'signed-in',
  summary: 'Revoke one of your sessions. Returns the others.',
  input: z.object({ id: RowId }),
  response: z.array(Session),
})

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/auth/sign-out-everywhere',
  access: 'signed-in',
  summary: 'Revoke all of your sessions, including the current one.',
  input: z.object({}),
  response: z.object({ success: z.literal(true) }),
})

export const sessionEndpoints = [listSessions, revokeSession, signOutEverywhere] as const
