import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useState } from 'react'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { NEWSLETTER } from '../platform/paths.ts'
import { Button } from '../ui/button.tsx'
import { Field, HoneypotField } from '../ui/field.tsx'
import { useHasScript } from '../ui/use-has-script.ts'

/** Requests the newsletter. A plain form without JavaScript. Never shows whether the email address is known. */
export function NewsletterForm() {
  const api = useApi()
  const hasScript = useHasScript()
  const title = useId()
  const [isInvalid, setInvalid] = useState(false)
  const subscribe = useMutation({
    mutationFn: (input: { email: string; leaveEmpty: string }) => api.call('POST /api/newsletter', input),
  })

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const isValid = form.checkValidity()
    setInvalid(!isValid)
    if (!isValid) form.querySelector<HTMLInputElement>('input[type=email]')?.focus()
    if (!isValid || subscribe.isPending) return
    const fields = new FormData(form)
    subscribe.mutate(
      { email: String(fields.get('email')), leaveEmpty: String(fields.get('leaveEmpty')) },
      { onSuccess: () => form.reset() },
    )
  }

  const failure = subscribe.error
    ? reasonOf(subscribe.error, 'Something went wrong. Please try again.')
    : undefined
  return (
    <form method="post" action={NEWSLETTER} noValidate={hasScript} aria-labelledby={title} onSubmit={submit}>
      <h2 id={title} className="font-medium font-sans text-base">
        Newsletter
      </h2>
      <p className="mt-2 text-muted text-sm">New arrivals and the occasional offer.</p>
      <div className="mt-3 flex items-start gap-2">
        <div className="grow">
          <Field
            label="Email address"
            isLabelHidden
            type="email"
            name="email"
            autoComplete="email"
            required
            placeholder="Your email"
            error={isInvalid ? NEWSLETTER_MESSAGES.email : failure}
          />
        </div>
        <HoneypotField />
        <Button type="submit" isBusy={subscribe.isPending}>
          Subscribe
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm">
        {subscribe.data?.message}
      </p>
    </form>
  )
}
