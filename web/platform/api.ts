import type { z } from 'zod'
import type { Endpoints } from '#contract/endpoints.ts'
import type { ErrorBody } from '#contract/errors.ts'
import type { NameOf } from '#contract/http.ts'

export type Name = NameOf<Endpoints>
type EndpointOf<N extends Name> = Extract<Endpoints, { method: MethodOf<N>; path: PathOf<N> }>
type MethodOf<N extends string> = N extends `${infer M} ${string}` ? M : never
type PathOf<N extends string> = N extends `${string} ${infer P}` ? P : never
export type InputOf<N extends Name> = z.input<EndpointOf<N>['input']>
export type AnswerOf<N extends Name> = z.output<EndpointOf<N>['answer']>

export type ApiCall = { method: string; url: string; body?: unknown }
export type ApiAnswer = { status: number; statusText: string; headers: Record<string, string>; text: string }
/** How a call reaches the shop: fetch in a browser, in-process on the server and in component tests. */
export type Transport = (call: ApiCall) => Promise<ApiAnswer>

/** A non-ok answer: the message is status, colon, body or status text (spec section 8). */
export class ApiError extends Error {
  readonly status: number
  readonly statusText: string
  readonly code: ErrorBody['code'] | null
  /** The server's sentence for a person, when it gave one. */
  readonly serverMessage: string | null
  /** All that the server said, when it spoke as it should. */
  readonly body: ErrorBody | null

  constructor({ status, statusText, text }: ApiAnswer) {
    super(`${status}: ${text || statusText}`)
    const body = errorBodyOf(text)
    this.body = body
    this.status = status
    this.statusText = statusText
    this.code = body?.code ?? null
    this.serverMessage = body?.message ?? null
  }
}

export type Api = {
  /** @throws ApiError when the answer is not ok */
  call<N extends Name>(
    name: N,
    ...input: Record<never, never> extends InputOf<N> ? [InputOf<N>?] : [InputOf<N>]
  ): Promise<AnswerOf<N>>
  /** The text of a good answer, for whoever must tell what can be read of it. @throws ApiError */
  callForText<N extends Name>(
    name: N,
    ...input: Record<never, never> extends InputOf<N> ? [InputOf<N>?] : [InputOf<N>]
  ): Promise<string>
  /** A list with how many there are in all. @throws ApiError */
  callPaged<N extends Name>(name: N, input: InputOf<N>): Promise<{ items: AnswerOf<N>; total: number }>
}

export function createApi(transport: Transport): Api {
  async function ask(name: Name, input: Record<string, unknown> = {}) {
    const answer = await transport(requestOf(name, input))
    if (answer.status < 200 || answer.status > 299) throw new ApiError(answer)
    return answer
  }
  return {
    async call(name, ...[input]) {
      return JSON.parse((await ask(name, input)).text)
    },
    async callForText(name, ...[input]) {
      return (await ask(name, input)).text
    },
    async callPaged(name, input) {
      const answer = await ask(name, input as Record<string, unknown>)
      return { items: JSON.parse(answer.text), total: Number(answer.headers['x-total-count'] ?? 0) }
    },
  }
}

/** Fills the path from the input; what is left becomes the query or the body. */
function requestOf(name: Name, input: Record<string, unknown>): ApiCall {
  const [method = 'GET', pattern = ''] = name.split(' ')
  const rest = { ...input }
  const path = pattern.replace(/:(\w+)/g, (_, key: string) => {
    const value = encodeURIComponent(String(rest[key]))
    delete rest[key]
    return value
  })
  if (method !== 'GET' && method !== 'DELETE') return { method, url: path, body: rest }
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value))
  }
  return { method, url: query.size > 0 ? `${path}?${query}` : path }
}

function errorBodyOf(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null && 'message' in body ? (body as ErrorBody) : null
  } catch {
    return null
  }
}
