import { t } from '#contract/language/language.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { clearToken } from '../platform/auth-token.ts'
import { useDates } from '../platform/dates.ts'
import { HOME } from '../platform/paths.ts'
import { useMutation, useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { saveToastForReload, showErrorToast } from '../ui/toast-store.ts'
import { AccountSection } from './account-layout.tsx'
import { useRevokeSession } from './profile.ts'
import { sessionsQuery } from './queries.ts'

/** The user's sessions, each with a button to revoke it, and a button to revoke all of them. */
export function SessionList() {
  const { formatTime } = useDates()
  const api = useApi()
  const { data: sessions, isPending, isError } = useQuery(sessionsQuery(api))
  const end = useRevokeSession()
  const everywhere = useMutation({
    mutationFn: () => api.call('POST /api/auth/sign-out-everywhere'),
    onSuccess: () => {
      saveToastForReload('Logged out', 'You’re signed out on all devices.')
      clearToken()
      window.location.assign(HOME)
    },
    onError: (error) => showErrorToast('Not signed out', reasonOf(error, 'Please try again.')),
  })
  return (
    <AccountSection id="sign-ins" title={t('Where you’re signed in')}>
      {isPending && <Spinner />}
      {isError && <p role="alert">{t('We couldn’t load your sessions. Please try again later.')}</p>}
      <ul className="divide-y divide-hairline empty:hidden">
        {sessions?.map(({ id, device, lastUsedAt, isCurrent }) => (
          <li key={id} className="flex items-center justify-between gap-4 py-3 first:pt-0">
            <div>
              <p>{device}</p>
              <p className="text-muted text-sm">
                {isCurrent
                  ? t('This device')
                  : t('Last used {lastUsedAt}', { lastUsedAt: formatTime(lastUsedAt) })}
              </p>
            </div>
            {!isCurrent && (
              <Button look="outline" disabled={end.isPending} onClick={() => end.mutate(id)}>
                {t('Sign out')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button look="outline" isBusy={everywhere.isPending} onClick={() => everywhere.mutate()}>
        {t('Sign out everywhere')}
      </Button>
    </AccountSection>
  )
}
