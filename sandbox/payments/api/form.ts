import { invalidRequest } from './api-error.ts'

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
