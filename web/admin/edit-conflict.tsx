import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { ApiError } from '../platform/api.ts'
import { Rejection } from '../ui/feedback.tsx'

/**
 * Handles edit conflicts of a form. If another admin saved first, the fields that weren't edited here get the new
 * values, and a note lists them. Edited fields stay. Other rejections are shown next to their fields.
 * @param record the record when the form was opened, or undefined for a new one
 * @param fetchCurrent fetches the current record
 */
export function useEditConflict<Values extends FieldValues, Row extends object | undefined>(
  form: UseFormReturn<Values>,
  record: Row,
  valuesOf: (record: NonNullable<Row>) => Values,
  fetchCurrent: (seen: NonNullable<Row>) => Promise<NonNullable<Row>>,
) {
  const [seen, setSeen] = useState<Row>(record)
  const [conflict, setConflict] = useState<EditConflict<Values> | null>(null)

  async function refetch(before: NonNullable<Row>, message: string) {
    const now = await fetchCurrent(before)
    setConflict({ message, before: valuesOf(before), now: valuesOf(now), typed: form.getValues() })
    form.reset(valuesOf(now), { keepDirtyValues: true })
    setSeen(now)
  }

  /** Resets the form to the saved record. */
  function see(saved: NonNullable<Row>) {
    form.reset(valuesOf(saved))
    setSeen(saved)
  }

  function showRejection(error: Error) {
    if (!(error instanceof ApiError)) return
    if (error.code === 'changed_meanwhile' && seen) {
      void refetch(seen, error.serverMessage ?? '')
      return
    }
    for (const { path, message } of error.errors)
      form.setError(path as Path<Values>, { message }, { shouldFocus: true })
  }

  return { seen, conflict, dismiss: () => setConflict(null), see, showRejection }
}

/** An edit that was saved while a form was open: the record before and after it, and the form's values. */
type EditConflict<T> = { message: string; before: T; now: T; typed: T }

/** Why a form was not saved: the conflicting edit, if there is one, or the server's message. */
export function RejectionNote<T extends object>({
  conflict,
  rejection,
  labels,
}: {
  conflict: EditConflict<T> | null
  rejection: string | null
  labels: Partial<Record<keyof T, string>>
}) {
  if (conflict) return <EditConflictNote conflict={conflict} labels={labels} />
  return <Rejection className="rounded-card border border-sale p-4">{rejection}</Rejection>
}

/** Lists what the other edit changed, and which of these fields this form would overwrite. */
function EditConflictNote<T extends object>({
  conflict: { message, before, now, typed },
  labels,
}: {
  conflict: EditConflict<T>
  labels: Partial<Record<keyof T, string>>
}) {
  const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
  const changed = (Object.keys(now) as (keyof T)[]).filter((name) => differ(before[name], now[name]))
  return (
    <div role="alert" className="warning">
      <p className="font-medium">{message}</p>
      <ul className="mt-2 list-disc pl-5 text-sm">
        {changed.map((name) => (
          <li key={String(name)}>
            {labels[name] ?? String(name)}: now {textOf(now[name])}
            {differ(typed[name], before[name]) &&
              differ(typed[name], now[name]) &&
              t(', your edit: {name}', { name: textOf(typed[name]) })}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-muted text-sm">
        {t('Your edits are kept. Save again to overwrite the current values.')}
      </p>
    </div>
  )
}

function textOf(value: unknown): string {
  if (value === '') return 'empty'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return `${value.length} ${value.length === 1 ? 'image' : 'images'}`
  const text = String(value)
    .replace(/<[^>]*>/g, ' ')
    .trim()
  return `“${text.length > 80 ? `${text.slice(0, 80)}…` : text}”`
}
