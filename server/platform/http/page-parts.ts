import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/http.ts'
import { createSharedReads, type SharedReads } from '../db/shared-reads.ts'
import { asStep } from '../trace.ts'
import { tagsIn } from './cache-tags.ts'
import { errorAnswerOf } from './errors.ts'
import { inProcessHeaders } from './in-process.ts'
import { keptReadsFor } from './read-your-writes.ts'

/** A page's call of an endpoint, by its name in the contract: 'GET /api/products/:slugOrId'. */
export type PartCall = { name: string; input: Record<string, unknown> }
export type PartAnswer = {
  status: number
  statusText: string
  headers: Record<string, string>
  text: string
  /** The response before it is written as JSON. */
  value?: unknown
}

/** An endpoint whose response is the same for all visitors. */
type Part = {
  endpoint: Endpoint
  answer(input: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** By name. */
    parts: Map<string, Part>
  }
  interface FastifyRequest {
    /** The reads of the page that this request is a part of, or null. */
    sharedReads: SharedReads | null
  }
}

/** Lists that are longer are shown by one page only. */
const ROWS_KEPT = 12

export function offerParts(app: FastifyInstance) {
  app.decorate('parts', new Map())
  app.decorateRequest('sharedReads', null)
}

/**
 * Returns a function that calls endpoints for a page without the router, whose hooks are for clients, and without JSON.
 * It returns null for calls that it leaves to the router: those of endpoints that may respond differently to each
 * visitor, and invalid ones.
 */
export function partsOf(request: FastifyRequest, cookie: string) {
  const kept = keptReadsFor(request)
  const own = Object.create(request, {
    headers: { value: { ...inProcessHeaders(request.id, 'page'), cookie } },
    user: { value: null },
    sharedReads: { value: createSharedReads(kept) },
  }) as FastifyRequest
  return async ({ name, input }: PartCall): Promise<PartAnswer | null> => {
    const part = request.server.parts.get(name)
    if (!part) return null
    const texts = textsOf(input)
    const run = () => answer(part, name, texts)
    return kept ? kept.read(`${name} ${JSON.stringify(texts)}`, run, tagsToKeep) : run()
  }

  async function answer(part: Part, name: string, texts: Record<string, string>): Promise<PartAnswer | null> {
    const input = part.endpoint.input.safeParse(texts)
    if (!input.success || hasNull(input.data as object)) return null
    const headers: Record<string, string> = {}
    try {
      const value = await asStep(name, {}, () => part.answer(input.data, own, replyWith(own, headers)))
      return { status: part.endpoint.status, statusText: 'OK', headers, text: '', value }
    } catch (error) {
      const { status, body } = errorAnswerOf(error as Error, own)
      const statusText = STATUS_CODES[status] ?? ''
      return { status, statusText, headers: { 'cache-control': 'no-store' }, text: JSON.stringify(body) }
    }
  }
}

/** Returns the tags of a response that other pages may show as well, otherwise null. */
function tagsToKeep(answer: PartAnswer | null): string[] | null {
  if (answer?.value === undefined || answer.headers['cache-control'] !== undefined) return null
  return Array.isArray(answer.value) && answer.value.length > ROWS_KEPT ? null : tagsIn(answer.headers)
}

/** Returns the input as a URL would have it. */
function textsOf(input: Record<string, unknown>): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined && value !== null && value !== '') texts[name] = String(value)
  }
  return texts
}

const hasNull = (values: object) =>
  Object.values(values).some((value) => typeof value === 'string' && value.includes('\0'))

/** The part of a reply that endpoints use. */
function replyWith(request: FastifyRequest, headers: Record<string, string>): FastifyReply {
  const reply = {
    request,
    header(name: string, value: string) {
      headers[name] = value
      return reply
    },
  }
  return reply as unknown as FastifyReply
}
