import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { type ResponseOf, reasonOf, useApi } from '../platform/api.ts'
import { AUTH, HOME } from '../platform/paths.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'
import { useLocation } from '../platform/router/use-router.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Trans } from '../ui/trans.tsx'
import { useGoogleSignInByLink } from './google-sign-in.ts'
import { Page, useMailedLink } from './mailed-link-pages.tsx'
import { useUser } from './queries.ts'

type MailedLink = ResponseOf<'POST /api/auth/read-link'>

/**
 * Target of links sent to an email address. Nothing happens until the user clicks the button, which names the account:
 * email scanners open links, and another person may have entered the address.
 */
export function VerifyEmailPage() {
  const api = useApi()
  const refresh = useRefresh()
  const follow = useMutation({
    mutationFn: (token: string) => api.call('POST /api/auth/verify-email', { token }),
    onSuccess: refresh,
  })
  return (
    <LinkPage title={t('Your email address')} result={follow}>
      {(link, token) =>
        link.purpose === 'google' ? (
          <GoogleOffer link={link} token={token} />
        ) : (
          <Offer link={link} onFollow={() => follow.mutate(token)} isBusy={follow.isPending} />
        )
      }
    </LinkPage>
  )
}

function Offer({ link, onFollow, isBusy }: { link: MailedLink; onFollow(): void; isBusy: boolean }) {
  const { user } = useUser()
  const { pathname, hash } = useLocation()
  const { purpose, username, email } = link
  const isOwn = user?.username === username
  const account = <Strong>{username}</Strong>
  const notYours = (
    <p className="text-muted text-sm">
      {t('If this isn’t your account, close this page. Nothing will change.')}
    </p>
  )
  if (purpose === 'verify') {
    return (
      <>
        <p>
          This verifies <Strong>{email}</Strong> for the account {account}.
          {isOwn && t(' Orders you placed with it as a guest will be added to the account.')}
        </p>
        <Button isBusy={isBusy} onClick={onFollow}>
          {t('Verify for {username}', { username })}
        </Button>
        {notYours}
      </>
    )
  }
  const what =
    purpose === 'change' ? (
      <Trans
        text="The account <account/> will use <email/> from now on, and other devices will be signed out."
        parts={{ account, email: <Strong>{email}</Strong> }}
      />
    ) : (
      <Trans
        text="Orders placed as a guest with <email/> will be added to the account <account/>."
        parts={{ account, email: <Strong>{email}</Strong> }}
      />
    )
  if (isOwn) {
    return (
      <>
        <p>{what}</p>
        <Button isBusy={isBusy} onClick={onFollow}>
          {purpose === 'change'
            ? t('Use this address for {username}', { username })
            : t('Add the orders to {username}', { username })}
        </Button>
      </>
    )
  }
  return (
    <>
      <p>{what}</p>
      {user ? (
        <p role="alert">
          <Trans
            text="You are signed in as <current/>. Sign out, sign in as <account/>, and open the link again."
            parts={{ current: <Strong>{user.username}</Strong>, account }}
          />
        </p>
      ) : (
        <>
          <p>
            <Trans text="Sign in as <account/> to continue." parts={{ account }} />
          </p>
          <ButtonLink to={AUTH} state={{ from: `${pathname}${hash}` }}>
            {t('Sign In')}
          </ButtonLink>
        </>
      )}
      {notYours}
    </>
  )
}

/** Finishes a sign-in with Google to an account whose email address was never verified (docs/decisions/0011). */
function GoogleOffer({ link: { username, email }, token }: { link: MailedLink; token: string }) {
  const { signIn, isPending, reason } = useGoogleSignInByLink(token)
  return (
    <>
      <p>
        <Trans
          text="Sign in with Google as <email/> to use the account <account/>. Its password is removed and all devices are signed out, in case someone else set it up."
          parts={{ email: <Strong>{email}</Strong>, account: <Strong>{username}</Strong> }}
        />
      </p>
      <Button isBusy={isPending} onClick={signIn}>
        {t('Sign in with Google')}
      </Button>
      {reason && <p role="alert">{reason}</p>}
      <p className="text-muted text-sm">
        {t('If you didn’t request this, close this page. Nothing will change.')}
      </p>
    </>
  )
}

/** Target of the link sent to the old address after a new one was requested. */
export function UndoEmailChangePage() {
  const api = useApi()
  const refresh = useRefresh()
  const undo = useMutation({
    mutationFn: (token: string) => api.call('POST /api/auth/email-change/undo', { token }),
    onSuccess: refresh,
  })
  return (
    <LinkPage title={t('Undo the change')} result={undo}>
      {({ username, email }, token) => (
        <>
          <p>
            <Trans
              text="The account <account/> will keep <email/>, and all devices will be signed out. If the change was already confirmed, we also email you a link to choose a new password."
              parts={{ email: <Strong>{email}</Strong>, account: <Strong>{username}</Strong> }}
            />
          </p>
          <Button look="danger" isBusy={undo.isPending} onClick={() => undo.mutate(token)}>
            {t('Undo and sign out {username}', { username })}
          </Button>
        </>
      )}
    </LinkPage>
  )
}

/** A page that shows what its link does, asks for confirmation, and shows the result. */
function LinkPage({
  title,
  result,
  children,
}: {
  title: string
  result: { data: { message: string } | undefined; error: Error | null }
  children(link: MailedLink, token: string): ReactNode
}) {
  const api = useApi()
  const { token } = useMailedLink()
  const link = useQuery({
    queryKey: keys.mailedLink(token),
    queryFn: () => api.call('POST /api/auth/read-link', { token: token ?? '' }),
    enabled: token !== null,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const error = result.error ?? (result.data ? null : link.error)
  return (
    <Page title={title} needsScript>
      <div className="space-y-4">
        {!result.data && link.data && token !== null && children(link.data, token)}
        {!result.data && !link.data && !error && <Spinner />}
        {result.data && <p role="status">{result.data.message}</p>}
        {error && <p role="alert">{reasonOf(error, 'Please try again.')}</p>}
        {(result.data || link.error) && <ButtonLink to={HOME}>{t('Continue Shopping')}</ButtonLink>}
      </div>
    </Page>
  )
}

/**
 * Refetches the user first. If this browser's session has ended, its token must be cleared before other requests use
 * it.
 */
export function useRefresh() {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.refetchQueries({ queryKey: keys.user })
    // Using the link again would only be rejected.
    await queryClient.invalidateQueries({ predicate: (query) => !belongsTo(keys.mailedLink())(query) })
  }
}

export function Strong({ children }: { children: ReactNode }) {
  return <b className="wrap-anywhere font-medium">{children}</b>
}
