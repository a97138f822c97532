import fc from 'fast-check'
import type { z } from 'zod'
import { type Endpoint, pathParameters } from '#contract/http.ts'
import { HOSTILE_BODIES, HOSTILE_HEADERS, hostileText, hostileValue } from './hostile.ts'
import { type Known, valuesOf } from './values.ts'

const WHO = ['visitor', 'customer', 'other', 'admin'] as const
export type Who = (typeof WHO)[number]

/** One request, without the token, cookies, and IP address that the sender adds. */
export type Shot = {
  who: Who
  method: string
  path: string
  headers: Record<string, string>
  body: string | Uint8Array | null
}

type Input = Record<string, unknown>

const anyVisitor = fc.constantFrom(...WHO)
/** Extra headers, used in few requests, because the bodies matter more. */
const oddHeaders = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constantFrom(...HOSTILE_HEADERS) },
)
/** Protected fields, which clients can't set by sending them. */
const FOREIGN_FIELDS = [
  'role',
  'isAdmin',
  'userId',
  'id',
  'status',
  'totalCents',
  'emailVerified',
  '__proto__',
]

/** Generates calls of an endpoint: half of them valid, the others almost valid or hostile. */
export function callOf(endpoint: Endpoint, known: Known): fc.Arbitrary<Shot> {
  const valid = valuesOf(endpoint.input as z.ZodType, known) as fc.Arbitrary<Input>
  const input = fc.oneof(
    { weight: 5, arbitrary: valid },
    { weight: 3, arbitrary: nearly(valid) },
    { weight: 1, arbitrary: hostile(valid) },
  )
  const shot = fc
    .tuple(rightful(endpoint), input, oddHeaders)
    .map(([who, fields, headers]) => shotOf(endpoint, who, fields, headers))
  return fc.oneof(
    { weight: 12, arbitrary: shot },
    { weight: 1, arbitrary: fc.tuple(shot, strange).map(twist) },
  )
}

/** Generates GET requests outside the API. */
export function lookAt(addresses: readonly string[], known: Known): fc.Arbitrary<Shot> {
  const part = fc.oneof(known('slugOrId') ?? fc.constant('1'), hostileText, rawPart).map(String)
  const path = fc.tuple(fc.constantFrom(...addresses), part).map(([address, text]) => {
    return address.includes(':') ? address.replace(/:\w+/, segment(text)) : address
  })
  const query = fc.oneof(
    fc.constant(''),
    fc
      .array(fc.tuple(fc.constantFrom(...QUERY_FIELDS), fc.oneof(hostileText, fc.constantFrom('1', '2'))), {
        maxLength: 4,
      })
      .map((pairs) => `?${new URLSearchParams(pairs.map(([name, value]) => [name, value]))}`),
    fc.constantFrom('?', '?&&&==', '?%', '?a=%ff%zz', '?a[b]=1', `?${'x=1&'.repeat(500)}`),
  )
  return fc
    .tuple(anyVisitor, fc.oneof(path, fc.constantFrom(...STRANGE_PATHS), ambiguousPath), query, oddHeaders)
    .map(([who, address, rest, headers]) => ({
      who,
      method: 'GET',
      path: `${address}${rest}`,
      headers: { accept: 'text/html', ...headers },
      body: null,
    }))
}

/** Generates POST requests to URLs that receive forms and webhooks. */
export function postTo(addresses: readonly string[], fields: Known): fc.Arbitrary<Shot> {
  const value = fc.oneof(fields('productId') ?? fc.constant(1), hostileText).map(String)
  const form = fc
    .array(fc.tuple(fc.constantFrom(...FORM_FIELDS), value), { maxLength: 5 })
    .map((pairs) => ({ type: 'application/x-www-form-urlencoded', body: String(new URLSearchParams(pairs)) }))
  return fc
    .tuple(
      anyVisitor,
      fc.constantFrom(...addresses),
      value,
      fc.oneof(form, fc.constantFrom(...HOSTILE_BODIES)),
    )
    .map(([who, address, text, { type, body }]) => ({
      who,
      method: 'POST',
      path: address.replace(/:\w+/, segment(text)),
      headers: type ? { 'content-type': type } : ({} as Record<string, string>),
      body,
    }))
}

const QUERY_FIELDS = [
  'page',
  'search',
  'sort',
  'categoryId',
  'minPrice',
  'maxPrice',
  'rating',
  'color',
  'onSale',
  'token',
  'problem',
  'outcome',
  'flow',
  'orderId',
  'email',
  'next',
  'payment_intent_client_secret',
  'redirect_status',
]
const FORM_FIELDS = [
  'productId',
  'quantity',
  'itemId',
  'email',
  'token',
  'name',
  'message',
  'subject',
  '__proto__',
]
const STRANGE_PATHS = [
  '//',
  '///',
  '/\\',
  '//@',
  '//:80',
  '//x/admin',
  'http://evil.example/admin',
  '//evil.example/',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/./../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/images/..%2f..%2fpackage.json',
  '/images/960/%00.jpg',
  '/api/docs/..%2f..%2fpackage.json',
  '/api/docs/static/%2e%2e%2fpackage.json',
  '/%',
  '/%zz',
  '/%ff',
  '/a%00b',
  '/a%0d%0aSet-Cookie:%20a=b',
  `/${'a'.repeat(2000)}`,
  `/${'a/'.repeat(2000)}`,
  '/api',
  '/api/',
  '/api//products',
  '/API/products',
  '/api/products/',
  '/api/products;a=b',
  '/.env',
  '/.git/config',
  '/node_modules/fastify/package.json',
  '/*',
]

/** Paths that URL parsers and routers interpret differently. */
const ambiguousPath = fc
  .array(
    fc.constantFrom(
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '%5c',
      '@',
      ':80',
      '#',
      ';',
      'x',
      'admin',
      'product',
    ),
    { maxLength: 7 },
  )
  .map((parts) => `/${parts.join('')}`)

const rawPart = fc.constantFrom(
  '%00',
  '%',
  '%zz',
  '%ff',
  '..',
  '.',
  '%2e%2e',
  '%2f',
  '1%2f2',
  'a'.repeat(501),
  '',
)
const RAW = /^(%[\da-z]{0,2}|\.\.?|1%2f2|)$/i

/** Encodes text for a path as a client would, but keeps intentionally malformed parts. */
function segment(text: string): string {
  return RAW.test(text) ? text : encodeURIComponent(text.toWellFormed())
}

/** Picks mostly senders with permission, because the guard rejects all others. */
function rightful({ access }: Endpoint): fc.Arbitrary<Who> {
  if (access === 'anyone') return anyVisitor
  const right =
    access === 'admin' ? fc.constant<Who>('admin') : fc.constantFrom<Who>('customer', 'other', 'admin')
  return fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: anyVisitor })
}

/** Omits, replaces, or adds a field, or changes its type. */
function nearly(valid: fc.Arbitrary<Input>): fc.Arbitrary<Input> {
  return fc
    .tuple(valid, fc.nat(), hostileValue, fc.constantFrom('drop', 'replace', 'add', 'wrap', 'text'))
    .map(([input, at, value, change]) => {
      const names = Object.keys(input)
      const name = names[at % Math.max(1, names.length)] ?? 'a'
      const { [name]: old, ...rest } = input
      if (change === 'drop') return rest
      const foreign = FOREIGN_FIELDS[at % FOREIGN_FIELDS.length] ?? 'role'
      // An assignment to '__proto__' would set the prototype instead of adding a field to send.
      if (change === 'add') return Object.fromEntries([...Object.entries(input), [foreign, value]])
      const text = typeof old === 'number' ? `${old}` : Number(plain(old))
      const other = { replace: value, wrap: [old], text }
      return { ...rest, [name]: other[change as 'replace'] }
    })
}

function hostile(valid: fc.Arbitrary<Input>): fc.Arbitrary<Input> {
  return fc
    .tuple(valid, fc.array(hostileValue, { minLength: 1, maxLength: 6 }))
    .map(([input, values]) =>
      Object.fromEntries(Object.keys(input).map((name, index) => [name, values[index % values.length]])),
    )
}

function shotOf(endpoint: Endpoint, who: Who, input: Input, extra: Record<string, string>): Shot {
  const { method, file } = endpoint
  const inPath = pathParameters(endpoint.path)
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => segment(plain(input[name])))
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name) && name !== file?.field)
  const headers = { ...extra }
  if (file) {
    const body = input[file.field]
    headers['content-type'] = 'application/octet-stream'
    return {
      who,
      method,
      path: path + queryOf(rest),
      headers,
      body: body instanceof Uint8Array ? body : plain(body),
    }
  }
  if (method === 'GET' || method === 'DELETE')
    return { who, method, path: path + queryOf(rest), headers, body: null }
  headers['content-type'] = 'application/json'
  return { who, method, path, headers, body: JSON.stringify(Object.fromEntries(rest)) }
}

function queryOf(fields: [string, unknown][]): string {
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, plain(one))
  }
  return query.size > 0 ? `?${query}` : ''
}

function plain(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}

/** Changes the method, or makes the body invalid. */
const strange = fc.record({
  method: fc.constantFrom(null, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE'),
  body: fc.option(fc.constantFrom(...HOSTILE_BODIES), { nil: null, freq: 2 }),
})

function twist([shot, { method, body }]: [
  Shot,
  { method: string | null; body: (typeof HOSTILE_BODIES)[number] | null },
]): Shot {
  const twisted = { ...shot, method: method ?? shot.method }
  if (!body) return twisted
  const { 'content-type': _, ...headers } = shot.headers
  return {
    ...twisted,
    body: body.body,
    headers: body.type ? { ...headers, 'content-type': body.type } : headers,
  }
}
