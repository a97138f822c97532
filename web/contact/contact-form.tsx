import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { ContactMessage } from '#contract/contact/api.ts'
import {
  CONTACT_MESSAGE_MAX,
  CONTACT_MESSAGE_MIN,
  CONTACT_NAME_MAX,
  CONTACT_NAME_MIN,
  CONTACT_SUBJECT_MAX,
} from '#contract/contact/rules.ts'
import { useUser } from '../accounts/queries.ts'
import { CONTACT } from '../platform/addresses.ts'
import { reasonOf } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextArea } from '../ui/field.tsx'
import { LeftEmpty } from '../ui/left-empty.tsx'
import { useHasScript } from '../ui/use-has-script.ts'

/** A plain form where no script runs. What was written stays when it cannot be sent. */
export function ContactForm({ subject, onSent }: { subject: string; onSent(): void }) {
  const api = useApi()
  const hasScript = useHasScript()
  const send = useMutation({
    mutationFn: (message: ContactMessage) => api.call('POST /api/contact', message),
    onSuccess: onSent,
  })
  const { register, handleSubmit, formState, getValues, setValue } = useForm({
    // No default values: with them, what was typed before the script had come would be overwritten.
    resolver: zodResolver(ContactMessage),
  })
  const { user } = useUser()
  useEffect(() => {
    if (!user) return
    if (!getValues('name')) setValue('name', user.fullName ?? '')
    if (!getValues('email')) setValue('email', user.email)
  }, [user, getValues, setValue])

  const { errors } = formState
  return (
    <form
      method="post"
      action={CONTACT}
      noValidate={hasScript}
      aria-label="Contact"
      className="space-y-5"
      onSubmit={handleSubmit((message) => send.mutate(message))}
    >
      <Field
        label="Name"
        autoComplete="name"
        required
        minLength={CONTACT_NAME_MIN}
        maxLength={CONTACT_NAME_MAX}
        error={errors.name?.message}
        {...register('name')}
      />
      <Field
        label="Email"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email')}
      />
      <Field
        label="Subject or order ID (optional)"
        maxLength={CONTACT_SUBJECT_MAX}
        defaultValue={subject.slice(0, CONTACT_SUBJECT_MAX)}
        error={errors.subject?.message}
        {...register('subject')}
      />
      <TextArea
        label="Message"
        rows={8}
        required
        minLength={CONTACT_MESSAGE_MIN}
        maxLength={CONTACT_MESSAGE_MAX}
        error={errors.message?.message}
        {...register('message')}
      />
      <LeftEmpty {...register('leaveEmpty')} />
      {send.error && (
        <p role="alert" className="text-sale">
          {reasonOf(send.error, 'Your message was not sent. Please try again.')}
        </p>
      )}
      <Button type="submit" isBusy={send.isPending}>
        Send message
      </Button>
    </form>
  )
}
