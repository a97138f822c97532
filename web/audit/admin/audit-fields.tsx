import { fieldLabel } from '#contract/audit/labels.ts'
import { t } from '#contract/language/language.ts'
import { listCategoriesQuery } from '../../catalog/queries.ts'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { valueText } from './audit-words.ts'

type Fields = Record<string, unknown> | null
type Change = { names: string[]; before: Fields; after: Fields }

/** The number of fields in the entry's line. The others unfold. */
const IN_LINE = 3
/** Longer values are cut in the line, and unfold in full. */
const SHORT = 60

/** The values before and after: the first fields in a line, and all of them on request. */
export function AuditChanges({ names, before, after }: Change) {
  const textsOf = useTexts({ before, after })
  if (names.length === 0) return null
  // All fields of a new or deleted record are too many for a line.
  const inLine = names.length <= IN_LINE || (before && after) ? names.slice(0, IN_LINE) : []
  const isCut = inLine.some((name) =>
    Object.values(textsOf(name)).some((text) => text !== null && text.length > SHORT),
  )
  const more = names.length - inLine.length
  return (
    <>
      <dl className="mt-0.5 flex flex-wrap gap-x-5 text-sm empty:hidden">
        {inLine.map((name) => (
          <div key={name} className="wrap-anywhere">
            <dt className="mr-1.5 inline text-muted">{fieldLabel(name)}</dt>
            <dd className="inline tabular-nums">
              <BeforeAfter {...textsOf(name)} isShort />
            </dd>
          </div>
        ))}
      </dl>
      {(more > 0 || isCut) && (
        <details className="text-sm">
          <summary className="min-h-6 w-fit cursor-pointer py-0.5 text-muted">
            {inLine.length === 0 || isCut ? t('All values') : t('{more} more', { more })}
          </summary>
          <div className="pl-4">
            <AuditFields names={names} before={before} after={after} />
          </div>
        </details>
      )}
    </>
  )
}

/** The changed fields with their old and new values. */
export function AuditFields({ names, before, after }: Change) {
  const textsOf = useTexts({ before, after })
  return (
    <dl className="mt-2 space-y-1">
      {names.map((name) => (
        <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">{fieldLabel(name)}</dt>
          <dd className="wrap-anywhere">
            <BeforeAfter {...textsOf(name)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Texts = { was: string | null; is: string | null }

function BeforeAfter({ was, is, isShort = false }: Texts & { isShort?: boolean }) {
  const cut = (text: string) => (isShort && text.length > SHORT ? `${text.slice(0, SHORT)}…` : text)
  // In the line, a value where there was none before needs no arrow.
  const hasBefore = was !== null && !(isShort && is !== null && was === 'none')
  return (
    <>
      {hasBefore && <del className="text-muted no-underline">{cut(was)}</del>}
      {hasBefore && is !== null && ' → '}
      {is !== null && <ins className="no-underline">{cut(is)}</ins>}
    </>
  )
}

/** Returns a function that formats a field's old and new value. Null for a new or deleted record. */
function useTexts({ before, after }: Pick<Change, 'before' | 'after'>): (name: string) => Texts {
  const { formatCents, formatMoney } = useFormats()
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const nameOf = (id: number) => categories.find((category) => category.id === id)?.name ?? `#${id}`
  const formats = { formatCents, formatMoney, nameOf }
  return (name) => ({
    was: before && valueText(name, before[name], after?.[name], formats),
    is: after && valueText(name, after[name], before?.[name], formats),
  })
}
