import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ProfileChanges } from '#contract/accounts/api.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { ConfirmEmailChange } from './email-status.tsx'
import { useChangeProfile } from './profile.ts'
import type { User } from './queries.ts'

/** Username, account type and 'Member Since' are read-only; full name and e-mail can be edited (spec section 2). */
export function ProfileForm({ user }: { user: User }) {
  const change = useChangeProfile()
  const [toConfirm, setToConfirm] = useState<string | null>(null)
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ProfileChanges),
    defaultValues: { fullName: user.fullName ?? '', email: user.pendingEmail ?? user.email },
  })
  // dirtyFields must be read while drawing: react-hook-form only follows what was looked at.
  const { errors, dirtyFields } = formState
  return (
    <section aria-labelledby="about-you">
      <h2 id="about-you" className="text-2xl">
        About you
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        <dt className="text-muted">Username</dt>
        <dd>{user.username}</dd>
        <dt className="text-muted">Account Type</dt>
        <dd>{user.role === 'admin' ? 'Administrator' : 'Customer'}</dd>
        <dt className="text-muted">Member Since</dt>
        <dd>
          <time dateTime={user.createdAt}>
            {new Date(user.createdAt).toLocaleDateString('en-US', { dateStyle: 'long' })}
          </time>
        </dd>
      </dl>
      <form
        noValidate
        className="mt-5 space-y-4"
        onSubmit={handleSubmit(({ fullName, email }) =>
          // Only what was changed: the present address, sent again, would cancel one that waits for its link.
          change.mutate(
            { ...(dirtyFields.fullName && { fullName }), ...(dirtyFields.email && { email }) },
            {
              onSuccess: ({ pendingEmail, pendingEmailConfirmed }) => {
                if (dirtyFields.email && !pendingEmailConfirmed) setToConfirm(pendingEmail)
              },
            },
          ),
        )}
      >
        <Field
          label="Full name"
          autoComplete="name"
          error={errors.fullName?.message}
          {...register('fullName')}
        />
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" isBusy={change.isPending}>
          Save changes
        </Button>
      </form>
      {toConfirm !== null && <ConfirmEmailChange email={toConfirm} onClose={() => setToConfirm(null)} />}
    </section>
  )
}
