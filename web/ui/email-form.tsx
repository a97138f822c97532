import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { reasonOf } from '../platform/api.ts'
import { Button } from './button.tsx'
import { Field, HoneypotField } from './field.tsx'
import { useHasScript } from './use-has-script.ts'

/** Sends an email address, and is cleared afterward. A plain form without JavaScript. */
export function EmailForm({
  request,
  action,
  labelledBy,
  email,
  invalid,
  button,
  look,
  children,
}: {
  request: UseMutationResult<{ message: string }, Error, { email: string; leaveEmpty: string }>
  /** Target of the plain form. */
  action: string
  /** ID of the form's heading. */
  labelledBy: string
  /** The initial value. */
  email?: string
  /** Error message for an invalid email address. */
  invalid: string
  button: string
  look?: 'outline'
  /** The heading, and hidden fields of the plain form. */
  children: ReactNode
}) {
  const hasScript = useHasScript()
  const [isInvalid, setInvalid] = useState(false)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const isValid = form.checkValidity()
    setInvalid(!isValid)
    if (!isValid) form.querySelector<HTMLInputElement>('input[type=email]')?.focus()
    if (!isValid || request.isPending) return
    const fields = new FormData(form)
    request.mutate(
      { email: String(fields.get('email')), leaveEmpty: String(fields.get('leaveEmpty')) },
      { onSuccess: () => form.reset() },
    )
  }

  const failure = request.error
    ? reasonOf(request.error, 'Something went wrong. Please try again.')
    : undefined
  return (
    <form method="post" action={action} noValidate={hasScript} aria-labelledby={labelledBy} onSubmit={submit}>
      {children}
      <div className="mt-3 flex items-start gap-2">
        <div className="grow">
          <Field
            // If the user is recognized only later, a typed address must not be replaced.
            key={email}
            label={t('Email address')}
            isLabelHidden
            type="email"
            name="email"
            autoComplete="email"
            required
            placeholder={t('Your email')}
            defaultValue={email}
            error={isInvalid ? invalid : failure}
          />
        </div>
        <HoneypotField />
        <Button type="submit" look={look} className="whitespace-nowrap" isBusy={request.isPending}>
          {button}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm">
        {request.data?.message}
      </p>
    </form>
  )
}
