import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import { z } from 'zod'
import { Email, Password } from '#contract/accounts.ts'
import { AUTH } from '../platform/addresses.ts'
import { reasonOf } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AccountName } from './account-name.tsx'
import { PasswordHint } from './password-hint.tsx'

/** Asks for a letter with a link; never says whether the address is known. */
export function ForgotPasswordPage() {
  const api = useApi()
  const ask = useMutation({
    mutationFn: (input: { email: string }) => api.call('POST /api/auth/forgot-password', input),
  })
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(z.object({ email: Email })),
    defaultValues: { email: '' },
  })
  return (
    <Page title="Forgot your password?">
      {ask.data ? (
        <p role="status">{ask.data.message}</p>
      ) : (
        <form noValidate className="space-y-4" onSubmit={handleSubmit((input) => ask.mutate(input))}>
          <p className="text-muted">We will email you a link to choose a new one.</p>
          <Field
            label="Email"
            type="email"
            autoComplete="email"
            error={
              formState.errors.email?.message ??
              (ask.error ? reasonOf(ask.error, 'Please try again.') : undefined)
            }
            {...register('email')}
          />
          <Button type="submit" isBusy={ask.isPending}>
            Send the link
          </Button>
        </form>
      )}
    </Page>
  )
}

/** Where the letter's link leads: choose a new password. */
export function ResetPasswordPage() {
  const api = useApi()
  const { token, username } = useMailedLink()
  const reset = useMutation({
    mutationFn: ({ password }: { password: string }) =>
      api.call('POST /api/auth/reset-password', { token: token ?? '', password }),
  })
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(z.object({ password: Password })),
    defaultValues: { password: '' },
  })
  return (
    <Page title="Choose a new password">
      {reset.data ? (
        <>
          <p role="status">{reset.data.message}</p>
          <ButtonLink className="mt-6" to={AUTH}>
            Sign In
          </ButtonLink>
        </>
      ) : (
        <form noValidate className="space-y-4" onSubmit={handleSubmit((input) => reset.mutate(input))}>
          <AccountName username={username} />
          <Field
            label="New password"
            type="password"
            autoComplete="new-password"
            error={
              formState.errors.password?.message ??
              (reset.error ? reasonOf(reset.error, 'Please try again.') : undefined)
            }
            hint={<PasswordHint password={watch('password')} />}
            {...register('password')}
          />
          <Button type="submit" isBusy={reset.isPending}>
            Set password
          </Button>
        </form>
      )}
    </Page>
  )
}

/** What a mailed link carries in its fragment, which no server sees. The token is null until the browser has read it. */
export function useMailedLink(): { token: string | null; username: string } {
  const { hash } = useLocation()
  const [link, setLink] = useState<{ token: string | null; username: string }>({ token: null, username: '' })
  useEffect(() => {
    const fragment = new URLSearchParams(hash.slice(1))
    setLink({ token: fragment.get('token') ?? '', username: fragment.get('username') ?? '' })
  }, [hash])
  return link
}

export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page={title} isPrivate />
      <h1 className="mb-6 text-4xl">{title}</h1>
      {children}
    </div>
  )
}
