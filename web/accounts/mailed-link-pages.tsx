import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Email, Password } from '#contract/accounts/api.ts'
import { ACCOUNT_MESSAGES } from '#contract/accounts/rules.ts'
import { t } from '#contract/language/language.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { AUTH, FORGOT_PASSWORD_FORM } from '../platform/paths.ts'
import { useLocation, useParameters } from '../platform/router/use-router.ts'
import { useMutation } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { PasswordHint } from './password-form.tsx'
import { AccountName } from './proof-dialog.tsx'
import { RejectedNote, useFieldErrors, useRejectedForm } from './rejected-form.tsx'

/** Requests an email with a link. Never shows whether the email address is known. */
export function ForgotPasswordPage() {
  const api = useApi()
  const hasScript = useHasScript()
  const rejected = useRejectedForm('forgot')
  const parameters = useParameters()
  const requestLink = useMutation({
    mutationFn: (input: { email: string }) => api.call('POST /api/auth/forgot-password', input),
  })
  const sent =
    requestLink.data?.message ?? (parameters.get('sent') === '1' ? ACCOUNT_MESSAGES.linkSent : null)
  // No default values: they would overwrite text typed before the script loaded.
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(z.object({ email: Email })),
    errors: useFieldErrors<{ email: string }>(rejected),
  })
  return (
    <Page title={t('Forgot your password?')}>
      {sent !== null ? (
        <p role="status">{sent}</p>
      ) : (
        <form
          method="post"
          action={FORGOT_PASSWORD_FORM}
          noValidate={hasScript}
          className="space-y-4"
          onSubmit={handleSubmit((input) => requestLink.mutate(input))}
        >
          {!formState.isSubmitted && <RejectedNote rejected={rejected} />}
          <p className="text-muted">{t('We’ll email you a link to choose a new one.')}</p>
          <Field
            label={t('Email')}
            type="email"
            required
            defaultValue={rejected?.values.email}
            autoComplete="email"
            error={
              formState.errors.email?.message ??
              (requestLink.error ? reasonOf(requestLink.error, 'Please try again.') : undefined)
            }
            {...register('email')}
          />
          <Button type="submit" isBusy={requestLink.isPending}>
            {t('Send link')}
          </Button>
        </form>
      )}
    </Page>
  )
}

/** Target of the emailed link, for choosing a new password. */
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
    <Page title={t('Choose a new password')} needsScript>
      {reset.data ? (
        <>
          <p role="status">{reset.data.message}</p>
          <ButtonLink className="mt-6" to={AUTH}>
            {t('Sign In')}
          </ButtonLink>
        </>
      ) : (
        <form noValidate className="space-y-4" onSubmit={handleSubmit((input) => reset.mutate(input))}>
          <AccountName username={username} />
          <PasswordField
            label={t('New password')}
            autoComplete="new-password"
            error={
              formState.errors.password?.message ??
              (reset.error ? reasonOf(reset.error, 'Please try again.') : undefined)
            }
            hint={<PasswordHint password={watch('password')} />}
            {...register('password')}
          />
          <Button type="submit" isBusy={reset.isPending}>
            {t('Set password')}
          </Button>
        </form>
      )}
    </Page>
  )
}

/**
 * Returns the contents of an emailed link's fragment, which is never sent to a server. The token is null until the
 * browser has read it.
 */
export function useMailedLink(): { token: string | null; username: string } {
  const { hash } = useLocation()
  const [link, setLink] = useState<{ token: string | null; username: string }>({ token: null, username: '' })
  useEffect(() => {
    const fragment = new URLSearchParams(hash.slice(1))
    setLink({ token: fragment.get('token') ?? '', username: fragment.get('username') ?? '' })
  }, [hash])
  return link
}

/** `needsScript` is true if the link carries a token that only a script can read. */
export function Page({
  title,
  needsScript = false,
  children,
}: {
  title: string
  needsScript?: boolean
  children: ReactNode
}) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-12 md:py-20">
      <Head page={title} isPrivate />
      <h1 className="mb-6 type-heading">{title}</h1>
      {needsScript && (
        <noscript>
          <p className="mb-6">{t('Turn on JavaScript to open this link.')}</p>
        </noscript>
      )}
      <div className={needsScript ? 'script-only' : undefined}>{children}</div>
    </div>
  )
}
