import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import { NEWSLETTER_MESSAGES } from '#contract/newsletter/rules.ts'
import { useApi } from '../platform/api.ts'
import { NEWSLETTER } from '../platform/paths.ts'
import { EmailForm } from '../ui/email-form.tsx'

/** Requests the newsletter. Never shows whether the email address is known. */
export function NewsletterForm() {
  const api = useApi()
  const title = useId()
  const subscribe = useMutation({
    mutationFn: (input: { email: string; leaveEmpty: string }) => api.call('POST /api/newsletter', input),
  })
  return (
    <EmailForm
      request={subscribe}
      action={NEWSLETTER}
      labelledBy={title}
      invalid={NEWSLETTER_MESSAGES.email}
      button="Subscribe"
    >
      <h2 id={title} className="font-medium font-sans text-base">
        Newsletter
      </h2>
      <p className="mt-2 text-muted text-sm">New arrivals and the occasional offer.</p>
    </EmailForm>
  )
}
