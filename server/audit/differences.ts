/** Returns the fields that differ, with their values before and after, or null if nothing differs. */
export function differences<T extends object>(
  before: T,
  after: T,
): { before: Partial<T>; after: Partial<T> } | null {
  const names = (Object.keys(after) as (keyof T)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  const pick = (record: T) => Object.fromEntries(names.map((name) => [name, record[name]])) as Partial<T>
  return { before: pick(before), after: pick(after) }
}
