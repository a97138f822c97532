import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { apiVersion, type Provider } from '../provider.ts'
import { invalidRequest } from './api-error.ts'
import { canonicalText, type Form, readForm } from './form.ts'
import { type Attempt, checkKey } from './idempotency.ts'
import { type Caller, callerOf, refuseBrowser } from './keys.ts'
import { readParameters } from './parameters.ts'

export interface CallContext {
  /** The id in the path; empty where the path has none. */
  id: string
  caller: Caller
}

/** One call of the API, as data. */
export interface Call<Input = unknown> {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  /** May a browser call it with the publishable key? */
  forBrowsers?: boolean
  /** A call that the fault switches leave alone, except 'down'. */
  isUncounted?: boolean
  input: z.ZodType<Input>
  run(provider: Provider, input: Input, context: CallContext): object
}

/** What a request says, before the call looks at its own parameters. */
export interface Asked {
  id: string
  form: Form
  expand: string[]
  caller: Caller
  version: string
  /** Null for a request without an idempotency key, and for one that needs none. */
  attempt: Attempt | null
}

export function readAsked(call: Call, request: FastifyRequest): Asked {
  const { key, expand, ...form } = formOf(request)
  const caller = callerOf(request, key)
  if (caller === 'browser' && !call.forBrowsers) refuseBrowser()
  return {
    id: idIn(request.params),
    form,
    expand: expand === undefined ? [] : readParameters(Expand, { expand }).expand,
    caller,
    version: versionOf(request),
    attempt: call.method === 'POST' ? attemptOf(request, form) : null,
  }
}

const Expand = z.object({ expand: z.array(z.string()) })

function formOf(request: FastifyRequest): Form {
  const { searchParams } = new URL(request.url, 'http://sandbox')
  const body = request.body instanceof URLSearchParams ? request.body : []
  const form = readForm([...searchParams, ...body])
  if (!form) throw invalidRequest('The parameters nest too deep.')
  return form
}

function idIn(params: unknown): string {
  const checked = z.object({ id: z.string() }).safeParse(params)
  return checked.success ? checked.data.id : ''
}

function versionOf(request: FastifyRequest): string {
  const asked = headerOf(request, 'stripe-version') ?? apiVersion
  if (/^20\d\d-\d\d-\d\d(\.[a-z]+)?$/.test(asked)) return asked
  throw invalidRequest(`'${asked}' is no version of the API.`)
}

function attemptOf(request: FastifyRequest, form: Form): Attempt | null {
  const key = headerOf(request, 'idempotency-key')
  if (key === undefined) return null
  const endpoint = `${request.method} ${request.url.split('?', 1)[0]}`
  return { key: checkKey(key), endpoint, parameters: canonicalText(form) }
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
