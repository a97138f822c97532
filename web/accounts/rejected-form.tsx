import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { REJECTED_FORM, type RejectedForm } from '#contract/page-forms.ts'

/** What the server said to this form when it was sent without script, if it was. */
export function useRejectedForm(name: string): RejectedForm | null {
  const queryClient = useQueryClient()
  const [rejected] = useState(() => queryClient.getQueryData<RejectedForm>(REJECTED_FORM))
  return rejected?.form === name ? rejected : null
}

/** The page that comes next has nothing to do with it. */
export function useForgetRejectedForm() {
  const queryClient = useQueryClient()
  useEffect(() => () => queryClient.removeQueries({ queryKey: REJECTED_FORM }), [queryClient])
}

/** The same in the shape in which react-hook-form keeps errors; stable, as it wants them. */
export function useFieldErrors<T extends FieldValues>(rejected: RejectedForm | null): FieldErrors<T> {
  const [errors] = useState(() => {
    const problems = rejected?.errors ?? []
    return Object.fromEntries(problems.map(({ path, message }) => [path, { type: 'server', message }]))
  })
  return errors as FieldErrors<T>
}

export function RejectedNote({ rejected }: { rejected: RejectedForm | null }) {
  return (
    rejected && (
      <p role="alert" className="rounded-card border border-sale bg-surface p-4">
        {rejected.message}
      </p>
    )
  )
}
