/** An option as entered, with its values separated by commas. A value with a comma is in quotes, as in CSV. */
export type TypedOption = { name: string; values: string }

/** Lists the values of all options, each with a key. */
export function optionValuesOf(typed: TypedOption[]) {
  return readOptions(typed)
    .filter(({ values }) => values.length > 0)
    .flatMap(({ name, values }, place) =>
      values.map((value) => ({ key: `${place} ${value}`, name, place, value })),
    )
}

export const typedOptions = (
  product: { options: { name: string; values: string[] }[] } | undefined,
): TypedOption[] =>
  (product?.options ?? []).map(({ name, values }) => ({ name, values: values.map(quoted).join(', ') }))

/** Returns options as the API expects them, without empty ones. */
export function readOptions(typed: TypedOption[]) {
  return typed
    .map(({ name, values }) => ({ name: name.trim(), values: valuesOf(values) }))
    .filter(({ name, values }) => name !== '' || values.length > 0)
}

/** Returns the values of an option as entered, each once. */
export function valuesOf(text: string): string[] {
  const found = text.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/g)
  const values = [...found].map(([, inQuotes, plain = '']) =>
    (inQuotes?.replaceAll('""', '"') ?? plain).trim(),
  )
  return [...new Set(values.filter(Boolean))]
}

/** '1,200 mm' -> '"1,200 mm"' */
const quoted = (value: string) =>
  value.includes(',') || value.startsWith('"') ? `"${value.replaceAll('"', '""')}"` : value
