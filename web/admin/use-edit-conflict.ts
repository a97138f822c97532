import { useState } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../platform/api.ts'
import type { Meanwhile } from './edit-conflict-note.tsx'

/**
 * A form over a record that another admin may change meanwhile. When they were faster, what they changed comes into the fields
 * that were not touched here, and is told; what was typed here stays. Other refusals stand beside their fields.
 * @param record as the form was opened with; undefined: there is nothing yet that others could change
 * @param look asks for the record as it is now
 */
export function useMeanwhile<Values extends FieldValues, Row extends object | undefined>(
  form: UseFormReturn<Values>,
  record: Row,
  valuesOf: (record: NonNullable<Row>) => Values,
  look: (seen: NonNullable<Row>) => Promise<NonNullable<Row>>,
) {
  const [seen, setSeen] = useState<Row>(record)
  const [meanwhile, setMeanwhile] = useState<Meanwhile<Values> | null>(null)

  async function lookAgain(before: NonNullable<Row>, message: string) {
    const now = await look(before)
    setMeanwhile({ message, before: valuesOf(before), now: valuesOf(now), typed: form.getValues() })
    form.reset(valuesOf(now), { keepDirtyValues: true })
    setSeen(now)
  }

  /** The form goes on over what was saved. */
  function see(saved: NonNullable<Row>) {
    form.reset(valuesOf(saved))
    setSeen(saved)
  }

  function showRefusal(error: Error) {
    if (!(error instanceof ApiError)) return
    if (error.code === 'changed_meanwhile' && seen) {
      void lookAgain(seen, error.serverMessage ?? '')
      return
    }
    for (const { path, message } of error.errors)
      form.setError(path as Path<Values>, { message }, { shouldFocus: true })
  }

  return { seen, meanwhile, forget: () => setMeanwhile(null), see, showRefusal }
}
