import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { BACK_IN_STOCK_MESSAGES } from '#contract/back-in-stock/rules.ts'
import { useUser } from '../accounts/queries.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { BACK_IN_STOCK } from '../platform/paths.ts'
import { Button } from '../ui/button.tsx'
import { Field, HoneypotField } from '../ui/field.tsx'
import { Outcome } from '../ui/notice.tsx'
import { useHasScript } from '../ui/use-has-script.ts'

/** Requests an email about a sold-out variant. A plain form without JavaScript. */
export function RequestForm({ variantId }: { variantId: number }) {
  const api = useApi()
  const hasScript = useHasScript()
  const { user } = useUser()
  const title = useId()
  const [isInvalid, setInvalid] = useState(false)
  const request = useMutation({
    mutationFn: (input: { email: string; leaveEmpty: string }) =>
      api.call('POST /api/back-in-stock', { variantId, ...input }),
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const isValid = form.checkValidity()
    setInvalid(!isValid)
    if (!isValid) form.querySelector<HTMLInputElement>('input[type=email]')?.focus()
    if (!isValid || request.isPending) return
    const fields = new FormData(form)
    request.mutate({ email: String(fields.get('email')), leaveEmpty: String(fields.get('leaveEmpty')) })
  }

  if (request.data) return <Outcome>{request.data.message}</Outcome>
  const failure = request.error
    ? reasonOf(request.error, 'Something went wrong. Please try again.')
    : undefined
  return (
    <form
      method="post"
      action={BACK_IN_STOCK}
      noValidate={hasScript}
      aria-labelledby={title}
      onSubmit={submit}
    >
      <p id={title} className="font-medium text-sm">
        Get one email when it’s back in stock
      </p>
      <div className="mt-2 flex items-start gap-2">
        <div className="grow">
          <Field
            // If the user is recognized only later, a typed address must not be replaced.
            key={user?.email}
            label="Email address"
            isLabelHidden
            type="email"
            name="email"
            autoComplete="email"
            required
            placeholder="Your email"
            defaultValue={user?.email}
            error={isInvalid ? BACK_IN_STOCK_MESSAGES.email : failure}
          />
        </div>
        <HoneypotField />
        <input type="hidden" name="variantId" value={variantId} />
        <Button type="submit" look="outline" className="whitespace-nowrap" isBusy={request.isPending}>
          Email me
        </Button>
      </div>
    </form>
  )
}
