import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { passkeyReasonOf } from '../passkey.ts'
import { PasskeyList } from '../passkey-list.tsx'
import { proofFrom } from '../proof-dialog.tsx'
import { useUser } from '../queries.ts'
import { SecondFactor } from '../second-factor.tsx'
import { safetyQuery } from '../security.ts'

/** Asks for a second factor instead of the page, if the shop requires one that this member of the staff doesn't have. */
export function RequiredFactor({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient()
  const { user } = useUser()
  const isNeeded = user?.needsSecondFactor === true
  const [isAsking, setAsking] = useState(isNeeded)
  // Stays until the admin continues, because recovery codes are shown only once.
  if (isNeeded && !isAsking) setAsking(true)
  if (!isAsking) return children
  return (
    <div className="max-w-xl space-y-10">
      <div>
        <h1 className="type-title">{t('Set up a second factor')}</h1>
        <p className="mt-2">
          {t(
            'This shop requires it of everyone on its staff, so that a stolen password isn’t enough to open the admin. Set up an authenticator app or a passkey. You can use the admin after that.',
          )}
        </p>
        {!isNeeded && (
          <Button
            className="mt-5"
            onClick={() => {
              setAsking(false)
              void queryClient.invalidateQueries({ queryKey: keys.admin() })
            }}
          >
            {t('Continue to the admin')}
          </Button>
        )}
      </div>
      <Factors isNeeded={isNeeded} />
    </div>
  )
}

function Factors({ isNeeded }: { isNeeded: boolean }) {
  const { data: safety, isError } = useQuery(safetyQuery(useApi()))
  if (isError) return <p role="alert">{t('We couldn’t load your passkeys. Please try again later.')}</p>
  if (!safety) return <Spinner />
  if (isNeeded && safety.passkeys.length > 0) return <UsePasskey />
  return (
    <>
      <SecondFactor safety={safety} />
      <PasskeyList safety={safety} />
    </>
  )
}

/** A passkey counts once the session has used it. Before that, the account can't get another factor. */
function UsePasskey() {
  const api = useApi()
  const queryClient = useQueryClient()
  const prove = useMutation({
    mutationFn: async () => api.call('POST /api/auth/proof', await proofFrom(api, 'passkey')),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.user }),
  })
  return (
    <div>
      <p>
        {t(
          'You signed in without your passkey. If you lost it, sign out and reset your password by email, which removes your passkeys.',
        )}
      </p>
      <Button look="outline" className="mt-3" isBusy={prove.isPending} onClick={() => prove.mutate()}>
        {t('Use your passkey')}
      </Button>
      {prove.error && (
        <p role="alert" className="mt-2">
          {passkeyReasonOf(prove.error)}
        </p>
      )}
    </div>
  )
}
