import { z } from 'zod'
import { type ErrorBody, invalidRequest } from './api-error.ts'

/** Parses form fields with nested names: `card[number]`, `expand[0]`, `expand[]`. */
export interface Form {
  [name: string]: FormValue
}
export type FormValue = string | FormValue[] | Form

const MAX_DEPTH = 8

export function readForm(pairs: Iterable<readonly [string, string]>): Form {
  const root = emptyForm()
  for (const [name, value] of pairs) {
    const [first = '', ...rest] = name.split('[')
    if (rest.length >= MAX_DEPTH) throw invalidRequest('The parameters are nested too deeply.')
    put(root, [first, ...rest.map((step) => step.replace(/\]$/, ''))], value)
  }
  return withLists(root) as Form
}

// Has no prototype, so names such as `__proto__` in a request are harmless.
function emptyForm(): Form {
  return Object.create(null) as Form
}

function put(form: Form, [step = '', ...rest]: string[], value: string) {
  const name = step === '' ? String(Object.keys(form).length) : step
  if (rest.length === 0) {
    form[name] = value
    return
  }
  const known = form[name]
  const inner = typeof known === 'object' ? (known as Form) : emptyForm()
  form[name] = inner
  put(inner, rest, value)
}

/** Converts a form with the names 0, 1, 2 … to a list. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place))
  return isList ? entries.map(([, inner]) => inner) : Object.assign(emptyForm(), Object.fromEntries(entries))
}

/** Validates a request's parameters. @throws the first problem in Stripe's format */
export function readParameters<T>(schema: z.ZodType<T>, form: Form): T {
  const checked = schema.safeParse(form)
  if (checked.success) return checked.data
  throw problemOf(checked.error.issues[0] as z.core.$ZodIssue, form)
}

export const text = (max = 5000) => z.string().max(max, `This text must be at most ${max} characters`)

export const integer = z
  .string()
  .regex(/^-?\d{1,15}$/, 'This is not a whole number')
  .transform(Number)

export const flag = z
  .enum(['true', 'false'], 'This must be true or false')
  .transform((value) => value === 'true')

export const metadata = z
  .record(z.string().min(1).max(40, 'A key of metadata has at most 40 characters'), text(500))
  .refine((entries) => Object.keys(entries).length <= 50, 'Metadata has at most 50 keys')

const part = text().nullable().default(null)

export const address = z.strictObject({
  city: part,
  country: part,
  line1: part,
  line2: part,
  postal_code: part,
  state: part,
})

export const shipping = z.strictObject({
  address,
  name: text(),
  carrier: part,
  phone: part,
  tracking_number: part,
})

export const webUrl = z.url({ protocol: /^https?$/, message: 'This is not a valid URL' }).max(5000)

function problemOf(issue: z.core.$ZodIssue, form: Form): Error {
  const isUnknown = issue.code === 'unrecognized_keys'
  const [first = '', ...rest] = isUnknown ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const param = String(first) + rest.map((step) => `[${String(step)}]`).join('')
  const reject = (message: string, code?: ErrorBody['code']) => invalidRequest(message, { param, code })
  if (isUnknown) return reject(`Unknown parameter: '${param}'.`, 'parameter_unknown')
  const value = issue.path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    form,
  )
  if (value === undefined) return reject(`The parameter '${param}' is required.`, 'parameter_missing')
  return reject(`${issue.message} (${param}).`)
}
