import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { CHANGES_PAGE_SIZE, FIELD_LABELS } from '#contract/sync/rules.ts'
import { adminAddress } from '../../admin/address.ts'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { changesQuery, type SyncRun } from './queries.ts'

type Change = Omit<ResponseOf<'GET /api/admin/sync-runs/:id/changes'>[number], 'id' | 'at'>

/** A run's changes, grouped by product, in pages. */
export function RunChanges({ run: { id } }: { run: SyncRun }) {
  const [page, setPage] = useState(1)
  const { data, isError, refetch } = useQuery({
    ...changesQuery(useApi(), id, page),
    placeholderData: keepPreviousData,
  })
  if (isError) return <LoadFailure subject={t('The changes')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-3 h-12" />
  const pages = Math.ceil(data.total / CHANGES_PAGE_SIZE)
  return (
    <>
      <ul className="mt-3 space-y-2 border-hairline border-l-2 pl-4 text-sm">
        {data.items.map((change) => (
          <ChangedProduct key={change.id} change={change} />
        ))}
      </ul>
      {pages > 1 && (
        <div className="mt-3 flex items-center gap-3">
          <Button look="outline" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('Previous')}
          </Button>
          <span className="text-muted text-sm">{t('Page {page} of {pages}', { page, pages })}</span>
          <Button look="outline" disabled={page === pages} onClick={() => setPage(page + 1)}>
            {t('Next')}
          </Button>
        </div>
      )}
    </>
  )
}

const ACTIONS: Record<Change['action'], string> = {
  created: 'Added',
  changed: 'Changed',
  archived: 'Archived',
  restored: 'Unarchived',
  failed: 'Skipped',
}

export function ChangedProduct({
  change: { name, productId, action, before, after, note },
}: {
  change: Change
}) {
  return (
    <li>
      <span className={action === 'failed' ? 'text-sale' : 'text-muted'}>{ACTIONS[action]}</span>{' '}
      {productId === null ? (
        <b className="font-medium">{name}</b>
      ) : (
        <Link className="font-medium underline" to={adminAddress('products', { edit: String(productId) })}>
          {name}
        </Link>
      )}
      {note && <p>{note}</p>}
      {before && after && (
        <ul>
          {changedValues(before, after).map(({ field, old, now }) => (
            <li key={field} className="wrap-anywhere">
              {field}: <del className="text-muted">{shownValue(old)}</del> → {shownValue(now)}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

type Values = Record<string, unknown>

/** Lists the changed fields of a product, and those of its variants as 'Gray / 900 mm: Price'. */
function changedValues(before: Values, after: Values): { field: string; old: unknown; now: unknown }[] {
  const { variants: oldVariants, ...oldFields } = before
  const { variants, ...fields } = after
  const changes = (title: string, old: Values, now: Values) =>
    Object.keys(now).map((field) => ({
      field: title + labelOf(field),
      old: old[field],
      now: now[field],
    }))
  const ofVariants = Array.isArray(variants) && Array.isArray(oldVariants) ? (variants as Values[]) : []
  return [
    ...changes('', oldFields, fields),
    ...ofVariants.flatMap(({ id: _, title, ...now }, place) =>
      changes(`${String(title)}: `, (oldVariants as Values[])[place] ?? {}, now),
    ),
  ]
}

const labelOf = (field: string) =>
  field === 'optionValues' ? FIELD_LABELS.options : (LABELS[field] ?? field)
const LABELS: Partial<Record<string, string>> = FIELD_LABELS

const LONGEST = 120

/** Formats a value of a field, short enough to compare at a glance. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && typeof value[0] === 'object') {
    const options = value.filter(isOption)
    if (options.length > 0)
      return options.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; ')
    return `${value.length} ${value.length === 1 ? 'image' : 'images'}`
  }
  if (Array.isArray(value)) return value.join(', ') || 'none'
  const text = typeof value === 'string' ? value.replace(/<[^>]*>/g, ' ').trim() : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const isOption = (value: object): value is { name: string; values: string[] } =>
  'values' in value && Array.isArray(value.values)
