const LONGEST = 120

/** A value of a field, short enough to be compared at a glance. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && typeof value[0] === 'object') {
    return `${value.length} ${value.length === 1 ? 'image' : 'images'}`
  }
  if (Array.isArray(value)) return value.join(', ') || 'none'
  const text = typeof value === 'string' ? value.replace(/<[^>]*>/g, ' ').trim() : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
