import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ResponseOf, reasonOf, useApi } from '../platform/api.ts'
import { AUTH, HOME } from '../platform/paths.ts'
import { belongsTo, keys } from '../platform/query-cache.ts'
import { useLocation } from '../platform/router/use-router.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
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
    <LinkPage title="Your email address" result={follow}>
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
    <p className="text-muted text-sm">If this isn’t your account, close this page. Nothing will change.</p>
  )
  if (purpose === 'verify') {
    return (
      <>
        <p>
          This verifies <Strong>{email}</Strong> for the account {account}.
          {isOwn && ' Orders you placed with it as a guest will be added to the account.'}
        </p>
        <Button isBusy={isBusy} onClick={onFollow}>
          Verify for {username}
        </Button>
        {notYours}
      </>
    )
  }
  const what =
    purpose === 'change' ? (
      <>
        The account {account} will use <Strong>{email}</Strong> from now on, and other devices will be signed
        out.
      </>
    ) : (
      <>
        Orders placed as a guest with <Strong>{email}</Strong> will be added to the account {account}.
      </>
    )
  if (isOwn) {
    return (
      <>
        <p>{what}</p>
        <Button isBusy={isBusy} onClick={onFollow}>
          {purpose === 'change' ? `Use this address for ${username}` : `Add the orders to ${username}`}
        </Button>
      </>
    )
  }
  return (
    <>
      <p>{what}</p>
      {user ? (
        <p role="alert">
          You are signed in as <Strong>{user.username}</Strong>. Sign out, sign in as {account}, and open the
          link again.
        </p>
      ) : (
        <>
          <p>Sign in as {account} to continue.</p>
          <ButtonLink to={AUTH} state={{ from: `${pathname}${hash}` }}>
            Sign In
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
        Sign in with Google as <Strong>{email}</Strong> to use the account <Strong>{username}</Strong>. Its
        password is removed and all devices are signed out, in case someone else set it up.
      </p>
      <Button isBusy={isPending} onClick={signIn}>
        Sign in with Google
      </Button>
      {reason && <p role="alert">{reason}</p>}
      <p className="text-muted text-sm">If you didn’t request this, close this page. Nothing will change.</p>
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
    <LinkPage title="Undo the change" result={undo}>
      {({ username, email }, token) => (
        <>
          <p>
            The account <Strong>{username}</Strong> will keep <Strong>{email}</Strong>, and all devices will
            be signed out. If the change was already confirmed, we also email you a link to choose a new
            password.
          </p>
          <Button look="danger" isBusy={undo.isPending} onClick={() => undo.mutate(token)}>
            Undo and sign out {username}
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
        {(result.data || link.error) && <ButtonLink to={HOME}>Continue Shopping</ButtonLink>}
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
