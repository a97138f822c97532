import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { Password, Username } from '#contract/accounts/api.ts'
import { ACCOUNT_MESSAGES, ADMIN_PASSWORD_MIN } from '#contract/accounts/rules.ts'
import { ROLE_NAMES } from '#contract/accounts/staff-roles.ts'
import { t } from '#contract/language/language.ts'
import { type InputOf, type ResponseOf, reasonOf, useApi } from '../platform/api.ts'
import { AUTH, HOME } from '../platform/paths.ts'
import { keys } from '../platform/query-cache.ts'
import { useLocation } from '../platform/router/use-router.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Trans } from '../ui/trans.tsx'
import { Strong, useRefresh } from './link-pages.tsx'
import { Page, useMailedLink } from './mailed-link-pages.tsx'
import { PasswordHint } from './password-form.tsx'
import { AccountName } from './proof-dialog.tsx'
import { useUser } from './queries.ts'

type Invitation = ResponseOf<'POST /api/auth/invitation'>
type Joining = Omit<InputOf<'POST /api/auth/invitation/accept'>, 'token'>
type Accept = { isPending: boolean; error: Error | null; mutate(input: Joining): void }

/** Target of an emailed invitation to the staff. */
export function JoinPage() {
  const api = useApi()
  const refresh = useRefresh()
  const { token } = useMailedLink()
  const invitation = useQuery({
    queryKey: keys.mailedLink(token),
    queryFn: () => api.call('POST /api/auth/invitation', { token: token ?? '' }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const accept = useMutation({
    mutationFn: (input: Joining) =>
      api.call('POST /api/auth/invitation/accept', Object.assign({ token: token ?? '' }, input)),
    onSuccess: refresh,
  })
  const { data, error } = invitation
  return (
    <Page title={t('Join the staff')} needsScript>
      <div className="space-y-4">
        {accept.data && (
          <>
            <p role="status">{accept.data.message}</p>
            <ButtonLink to={AUTH} state={{ from: '/admin' }}>
              {t('Sign In')}
            </ButtonLink>
          </>
        )}
        {!accept.data && data && (
          <>
            <p>
              <Trans
                text="<email/> is invited as <role/>."
                parts={{
                  email: <Strong>{data.email}</Strong>,
                  role: <Strong>{ROLE_NAMES[data.staffRole]}</Strong>,
                }}
              />
            </p>
            {data.account?.emailVerified ? (
              <WithAccount username={data.account.username} accept={accept} />
            ) : (
              <WithPassword invitation={data} accept={accept} />
            )}
          </>
        )}
        {!accept.data && !data && !error && <Spinner />}
        {error && (
          <>
            <p role="alert">{reasonOf(error, 'Please try again.')}</p>
            <ButtonLink to={HOME}>{t('Continue Shopping')}</ButtonLink>
          </>
        )}
      </div>
    </Page>
  )
}

/** The account with the invited address joins while it is signed in. */
function WithAccount({ username, accept }: { username: string; accept: Accept }) {
  const { user } = useUser()
  const { pathname, hash } = useLocation()
  const account = <Strong>{username}</Strong>
  if (user?.username === username) {
    return (
      <>
        <p>
          <Trans
            text="Your account <account/> joins and keeps its password. All devices are signed out, and you sign in again."
            parts={{ account }}
          />
        </p>
        <Button isBusy={accept.isPending} onClick={() => accept.mutate({})}>
          {t('Join as {username}', { username })}
        </Button>
        {accept.error && <p role="alert">{reasonOf(accept.error, 'Please try again.')}</p>}
      </>
    )
  }
  if (user) {
    return (
      <p role="alert">
        <Trans
          text="You are signed in as <current/>. Sign out, sign in as <account/>, and open the link again."
          parts={{ current: <Strong>{user.username}</Strong>, account }}
        />
      </p>
    )
  }
  return (
    <>
      <p>
        <Trans text="Sign in as <account/> to continue." parts={{ account }} />
      </p>
      <ButtonLink to={AUTH} state={{ from: `${pathname}${hash}` }}>
        {t('Sign In')}
      </ButtonLink>
    </>
  )
}

const LongPassword = z.string().min(ADMIN_PASSWORD_MIN, ACCOUNT_MESSAGES.adminPassword).pipe(Password)

/** Creates an account, or sets a new password for one that never verified the address. */
function WithPassword({
  invitation: { email, account },
  accept,
}: {
  invitation: Invitation
  accept: Accept
}) {
  const { register, handleSubmit, watch, formState } = useForm({
    resolver: zodResolver(
      z.object({ username: account ? z.literal(account.username) : Username, password: LongPassword }),
    ),
    defaultValues: { username: account?.username ?? '', password: '' },
  })
  const { errors } = formState
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={handleSubmit((input) => accept.mutate(account ? { password: input.password } : input))}
    >
      {account ? (
        <>
          <AccountName username={account.username} />
          <p>
            <Trans
              text="The account <account/> uses this email address, but never verified it. Choose a new password for it. Its old one no longer works then."
              parts={{ account: <Strong>{account.username}</Strong> }}
            />
          </p>
        </>
      ) : (
        <Field
          label={t('Username')}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register('username')}
        />
      )}
      <PasswordField
        label={account ? t('New password') : t('Password')}
        required
        minLength={ADMIN_PASSWORD_MIN}
        autoComplete="new-password"
        error={errors.password?.message}
        hint={
          <PasswordHint
            password={watch('password')}
            personal={[watch('username'), email]}
            min={ADMIN_PASSWORD_MIN}
          />
        }
        {...register('password')}
      />
      {accept.error && <p role="alert">{reasonOf(accept.error, 'Please try again.')}</p>}
      <Button type="submit" isBusy={accept.isPending}>
        {t('Join the staff')}
      </Button>
    </form>
  )
}
