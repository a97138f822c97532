/** What somebody else saved while a form was open: the record as it was, as it is, and what was typed. */
export type Meanwhile<T> = { message: string; before: T; now: T; typed: T }

/** Says who was faster and with what; what was typed over the same field is named, so that nothing is overwritten unseen. */
export function MeanwhileNote<T extends object>({
  meanwhile: { message, before, now, typed },
  labels,
}: {
  meanwhile: Meanwhile<T>
  labels: Partial<Record<keyof T, string>>
}) {
  const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const changed = (Object.keys(now) as (keyof T)[]).filter((name) => differ(before[name], now[name]))
  return (
    <div role="alert" className="rounded-card border border-sale bg-surface p-4">
      <p className="font-medium">{message}</p>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {changed.map((name) => (
          <li key={String(name)}>
            {labels[name] ?? String(name)}: now {words(now[name])}
            {differ(typed[name], before[name]) && differ(typed[name], now[name]) && (
              <>; you typed {words(typed[name])}, which stays in the form</>
            )}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-sm">
        What you typed is kept. Save again to write it over what is there now.
      </p>
    </div>
  )
}

function words(value: unknown): string {
  if (value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'image' : 'images'}`
  const text = String(value)
    .replace(/<[^>]*>/g, ' ')
    .trim()
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`
}
