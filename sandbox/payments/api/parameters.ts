import { z } from 'zod'
import { type ErrorBody, invalidRequest } from './api-error.ts'
import type { Form } from './form.ts'

/** Checks a request's parameters; the first fault is refused in Stripe's shape. */
export function readParameters<T>(schema: z.ZodType<T>, form: Form): T {
  const checked = schema.safeParse(form)
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  throw invalidRequest(...refusalOf(issue as z.core.$ZodIssue, form))
}

/** A value that is wrong in a way that has a code of its own. */
function wrong(ctx: z.RefinementCtx<string>, code: string, message: string): never {
  ctx.issues.push({ code: 'custom', input: ctx.value, message, params: { code } })
  return z.NEVER
}

export const text = (longest = 5000) =>
  z.string().max(longest, `This text is longer than the ${longest} letters that are allowed`)

/** Empty means: take away what was there. */
export const emptyable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((given) => (given === '' ? null : given), schema.nullable())

export const integer = z.string().transform((given, ctx) => {
  if (/^-?\d{1,15}$/.test(given)) return Number(given)
  return wrong(ctx, 'parameter_invalid_integer', `'${given}' is not a whole number`)
})

export const flag = z
  .enum(['true', 'false'], 'This must be true or false')
  .transform((given) => given === 'true')

/** An object, or `''` for none of it. Keys that are numbers arrive as a list. */
export const metadata = emptyable(
  z.preprocess(
    (given) => (Array.isArray(given) ? { ...given } : given),
    z
      .record(z.string().min(1).max(40, 'A key of metadata has at most 40 letters'), text(500))
      .refine((entries) => Object.keys(entries).length <= 50, 'Metadata has at most 50 keys'),
  ),
)

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

export const webAddress = z.string().max(5000).refine(isWebAddress, 'This is not a complete web address')

const range = z.strictObject({
  gt: integer.optional(),
  gte: integer.optional(),
  lt: integer.optional(),
  lte: integer.optional(),
})

/** What every list takes. */
export const paging = {
  limit: integer.refine((limit) => limit >= 1 && limit <= 100, 'limit must be from 1 to 100').default(10),
  starting_after: text().optional(),
  ending_before: text().optional(),
  created: integer
    .transform((moment) => ({ gte: moment, lte: moment }))
    .or(range)
    .optional(),
}

function isWebAddress(given: string): boolean {
  return URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
}

type Refusal = [message: string, details: Omit<ErrorBody, 'type' | 'message'>]

function refusalOf(issue: z.core.$ZodIssue, form: Form): Refusal {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? ''])
    return [`The parameter '${param}' is not known here.`, { code: 'parameter_unknown', param }]
  }
  const param = nameOf(issue.path)
  const given = valueAt(form, issue.path)
  if (given === undefined) {
    return [`The parameter '${param}' is required.`, { code: 'parameter_missing', param }]
  }
  if (given === '') {
    return [`The parameter '${param}' must not be empty.`, { code: 'parameter_invalid_empty', param }]
  }
  const code = issue.code === 'custom' && issue.params?.code
  return [`${issue.message} (${param}).`, { param, ...(typeof code === 'string' && { code }) }]
}

function nameOf([first = '', ...rest]: PropertyKey[]): string {
  return String(first) + rest.map((step) => `[${String(step)}]`).join('')
}

function valueAt(form: Form, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    form,
  )
}
