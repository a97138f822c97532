import { createContext, useContext } from 'react'
import type { z } from 'zod'
import { EMPTY_FILTERS_HEADER } from '#contract/catalog/filter-options.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { NameOf } from '#contract/http.ts'

export type Name = NameOf<Endpoints>
type EndpointOf<N extends Name> = Extract<Endpoints, { method: MethodOf<N>; path: PathOf<N> }>
type MethodOf<N extends string> = N extends `${infer M} ${string}` ? M : never
type PathOf<N extends string> = N extends `${string} ${infer P}` ? P : never
export type InputOf<N extends Name> = z.input<EndpointOf<N>['input']>
export type ResponseOf<N extends Name> = z.output<EndpointOf<N>['response']>

export type ApiCall = {
  /** The endpoint's name in the contract and its input, for a transport that needs no URL. */
  name?: Name
  input?: Record<string, unknown>
  method: string
  url: string
  /** JSON, or bytes that are sent unchanged. */
  body?: unknown
  /** Receives the response in chunks if the transport supports it. */
  onText?: (text: string) => void
  /** Aborted when the caller no longer needs the response. */
  signal?: AbortSignal
}
export type ApiResponse = {
  status: number
  statusText: string
  headers: Record<string, string>
  text: string
  /** The response before it is written as JSON, if the transport has it. */
  value?: unknown
}
/** How a call reaches the shop: with fetch in a browser, in-process on the server and in component tests. */
export type Transport = (call: ApiCall) => Promise<ApiResponse>

/** A response that isn't ok. The message is the status, a colon, and the body or status text (spec section 8). */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  readonly code: ErrorBody['code'] | null
  /** The server's message for users, or null. */
  readonly serverMessage: string | null
  /** The server's field errors, or undefined. */
  readonly errors: NonNullable<ErrorBody['errors']>
  /** The error body, or null if it is malformed. */
  readonly body: ErrorBody | null

  constructor({ status, statusText, text }: ApiResponse) {
    super(`${status}: ${text || statusText}`)
    const body = errorBodyOf(text)
    this.body = body
    this.status = status
    this.statusText = statusText
    this.code = body?.code ?? null
    this.serverMessage = body?.message ?? null
    this.errors = body?.errors ?? []
  }
}

/**
 * Returns the server's message, or the fallback (spec section 8: 'show the server message with those same texts as
 * fallback').
 */
export function reasonOf(error: Error, fallback: string): string {
  return (error instanceof ApiError && error.serverMessage) || fallback
}

export type Api = {
  /** @throws ApiError if the response isn't ok */
  call<N extends Name>(
    name: N,
    ...input: Record<never, never> extends InputOf<N> ? [InputOf<N>?] : [InputOf<N>]
  ): Promise<ResponseOf<N>>
  /**
   * Returns the text of an ok response, for callers that handle unreadable responses themselves.
   * @throws ApiError
   */
  callForText<N extends Name>(
    name: N,
    ...input: Record<never, never> extends InputOf<N> ? [InputOf<N>?] : [InputOf<N>]
  ): Promise<string>
  /**
   * Returns the text of an ok response, and passes on its chunks if the transport supports it:
   * web/platform/api-stream.ts
   * @throws ApiError
   */
  callForPieces<N extends Name>(
    name: N,
    input: InputOf<N>,
    how: Pick<ApiCall, 'onText' | 'signal'>,
  ): Promise<string>
  /** Returns a list with its total count. @throws ApiError */
  callPaged<N extends Name>(
    name: N,
    input: InputOf<N>,
  ): Promise<{ items: ResponseOf<N>; total: number; emptyFilters?: string }>
}

/**
 * Creates a client that calls the shop's endpoints by their contract names. Each call throws ApiError if the response
 * isn't ok.
 */
export function createApi(transport: Transport): Api {
  async function send(
    name: Name,
    input: Record<string, unknown> = {},
    how: Pick<ApiCall, 'onText' | 'signal'> = {},
  ) {
    const response = await transport({ name, input, ...requestOf(name, input), ...how })
    if (response.status < 200 || response.status > 299) throw new ApiError(response)
    return response
  }
  return {
    async call(name, ...[input]) {
      return parsedOf(await send(name, input))
    },
    async callForText(name, ...[input]) {
      return (await send(name, input)).text
    },
    async callForPieces(name, input, how) {
      return (await send(name, input as Record<string, unknown>, how)).text
    },
    async callPaged(name, input) {
      const response = await send(name, input as Record<string, unknown>)
      const total = Number(response.headers['x-total-count'] ?? 0)
      const emptyFilters = response.headers[EMPTY_FILTERS_HEADER]
      return { items: parsedOf(response), total, ...(emptyFilters && { emptyFilters }) }
    },
  }
}

/** Callers name the response's type. */
function parsedOf({ value, text }: ApiResponse) {
  return value === undefined ? JSON.parse(text) : (value as never)
}

/** Fills the path from the input. The rest becomes the query or the body. */
function requestOf(name: Name, input: Record<string, unknown>): Pick<ApiCall, 'method' | 'url' | 'body'> {
  const [method = 'GET', pattern = ''] = name.split(' ')
  const rest = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest[key]))
    delete rest[key]
    return value
  })
  const file = Object.entries(rest).find(([, value]) => isFile(value))
  if (file) delete rest[file[0]]
  else if (method !== 'GET' && method !== 'DELETE') return { method, url: path, body: rest }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  const url = query.size > 0 ? `${path}?${query}` : path
  return file ? { method, url, body: file[1] } : { method, url }
}

/** Returns true for bytes, which are sent as the whole body. */
export function isFile(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array
}

function errorBodyOf(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'message' in body ? (body as ErrorBody) : null
  } catch {
    return null
  }
}

const ApiContext = createContext<Api | null>(null)

export const ApiProvider = ApiContext.Provider

/** @throws Error outside an ApiProvider */
export function useApi(): Api {
  const api = useContext(ApiContext)
  if (!api) throw new Error('useApi needs an ApiProvider around it')
  return api
}
