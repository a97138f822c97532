/** Fields of a form whose names say how they nest: `card[number]`, `expand[0]`, `expand[]`. */
export interface Form {
  [name: string]: FormValue
}
export type FormValue = string | FormValue[] | Form

/** Takes the pairs of a body or a query apart. A name that nests too deep is refused by giving null. */
export function readForm(pairs: Iterable<readonly [string, string]>): Form | null {
  const root = emptyForm()
  for (const [name, value] of pairs) {
    const steps = stepsOf(name)
    if (steps.length > deepest) return null
    put(root, steps, value)
  }
  return withArrays(root) as Form
}

const deepest = 8

// Without a prototype, so that no name in a request means more than itself.
function emptyForm(): Form {
  return Object.create(null) as Form
}

function stepsOf(name: string): string[] {
  const [first = '', ...rest] = name.split('[')
  return [first, ...rest.map((step) => step.replace(/\]$/, ''))]
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

/** A form whose names are 0, 1, 2 … is a list. */
function withArrays(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withArrays(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place))
  if (isList) return entries.map(([, inner]) => inner)
  const form = emptyForm()
  for (const [name, inner] of entries) form[name] = inner
  return form
}

/** The same text for the same fields, in whatever order they came. */
export function canonicalText(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  const names = Object.keys(value).toSorted()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] ?? '')}`).join()}}`
}
