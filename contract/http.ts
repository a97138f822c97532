import { z } from 'zod'
import { isAllowed } from './accounts/allowed-roles.ts'
import type { LimitedRole, StaffRole } from './accounts/staff-roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** An endpoint of the admin lists the roles that may use it besides owners (docs/decisions/0087-staff-roles.md). */
type StaffAccess = {
  access: 'admin'
  staff: readonly LimitedRole[]
  /** The only fields that a role may send. A role without a list may send all. */
  staffFields?: Readonly<Partial<Record<LimitedRole, readonly string[]>>>
}
type Access = { access: 'anyone' | 'signed-in' } | StaffAccess

type Definition<M extends Method, P extends string, I extends z.ZodType, A extends z.ZodType> = {
  method: M
  path: P
  /** Outside the demo, the session needs a recent proof of identity (contract/accounts/second-factor.ts). */
  needsProof?: true
  /** Staff can use it even while the shop requires a second factor that they still have to set up. */
  needsNoFactor?: true
  /** The token is ignored, so a stale token can't block browsing, signing in, or using an emailed link. */
  ignoresToken?: true
  /** A call changes nothing that pages show, so its response doesn't wait until the response cache is invalidated. */
  isQuiet?: true
  /** The response cache may store the response, because it depends only on tables whose changes db/migrations records. */
  isCacheable?: true
  /** Takes much more time than other requests, so networks take turns. It must not wait for other services. */
  isCostly?: true
  summary: string
  input: I
  response: A
  /**
   * Content type of a successful response that isn't a single JSON value: a file, or a stream of JSON lines or events.
   * Each line or event has the shape of `response`.
   */
  media?: 'text/csv' | 'application/x-ndjson' | 'text/event-stream'
  /** Status code of a successful response. */
  status: number
  /** The body is a raw file, which handlers get in this field of `input`. The other fields of `input` are in the query. */
  file?: { field: string; maxBytes: number }
  /** Maximum body size, if it differs from the default: 16 kB, or 256 kB for admins. */
  maxBytes?: number
}

/**
 * One API endpoint as plain data: the server mounts it, the web client calls it, and the OpenAPI document lists it.
 * `input` holds path parameters, then query (GET, DELETE) or JSON body (POST, PUT, PATCH), in one object.
 */
export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  I extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = Definition<M, P, I, A> & Access

/** Defines an endpoint. The status of a successful response defaults to 200. */
export function endpoint<
  const M extends Method,
  const P extends `/api/${string}`,
  I extends z.ZodType,
  A extends z.ZodType,
>(definition: Omit<Definition<M, P, I, A>, 'status'> & { status?: number } & Access): Endpoint<M, P, I, A> {
  return { status: 200, ...definition }
}

/** Whether a role may use an endpoint of the admin. */
export function mayUse(role: StaffRole, endpoint: Endpoint): boolean {
  return endpoint.access === 'admin' && isAllowed(role, endpoint.staff)
}

/** 'GET /api/products/:slugOrId': the name that the web client calls an endpoint by. */
export type NameOf<E> = E extends Endpoint<infer M, infer P> ? `${M} ${P}` : never

/** Lists the path parameters: '/api/a/:b' -> ['b']. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '')
}

/** A file in `input`. */
export const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
