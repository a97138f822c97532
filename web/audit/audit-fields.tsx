type Fields = Record<string, unknown> | null

const LONGEST = 160

/** Each field of a change, as it was and as it is. */
export function AuditFields({ names, before, after }: { names: string[]; before: Fields; after: Fields }) {
  return (
    <dl className="mt-2 space-y-1">
      {names.map((name) => (
        <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere">
            {before && <del className="text-sale no-underline">{words(before[name])}</del>}
            {before && after && ' → '}
            {after && <ins className="text-success no-underline">{words(after[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
