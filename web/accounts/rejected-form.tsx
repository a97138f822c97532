import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { FieldErrors, FieldValues } from 'react-hook-form'
import { REJECTED_FORM, type RejectedForm } from '#contract/page-forms.ts'

/** Returns the server's rejection of this form if it was submitted without JavaScript, or null. */
export function useRejectedForm(name: string): RejectedForm | null {
  const queryClient = useQueryClient()
  const [rejected] = useState(() => queryClient.getQueryData<RejectedForm>(REJECTED_FORM))
  return rejected?.form === name ? rejected : null
}

/** Discards the rejection when leaving the page, because it doesn't concern the next page. */
export function useForgetRejectedForm() {
  const queryClient = useQueryClient()
  useEffect(() => () => queryClient.removeQueries({ queryKey: REJECTED_FORM }), [queryClient])
}

/** Converts a rejection to react-hook-form's errors. The result must be stable, as the library requires. */
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
      <p role="alert" className="warning">
        {rejected.message}
      </p>
    )
  )
}
