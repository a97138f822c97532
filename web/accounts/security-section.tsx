import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { AccountSection } from './account-layout.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { ProofDialog, type Safety } from './proof-dialog.tsx'
import type { User } from './queries.ts'
import { SecondFactor } from './second-factor.tsx'
import { safetyQuery, useRemoveGoogle } from './security.ts'

/** Other sign-in methods: passkeys and Google for every account, an authenticator app for admins. */
export function SafetySection({ user }: { user: User }) {
  const { data: safety, isError } = useQuery(safetyQuery(useApi()))
  if (isError) return <p role="alert">{t('We couldn’t load your passkeys. Please try again later.')}</p>
  if (!safety) return <Spinner />
  return (
    <>
      <PasskeyList safety={safety} />
      {safety.google && <GoogleLink safety={safety} google={safety.google} />}
      {(user.role === 'admin' || safety.secondFactor) && <SecondFactor safety={safety} />}
    </>
  )
}

function GoogleLink({ safety, google }: { safety: Safety; google: { email: string | null } }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useRemoveGoogle()
  const onClose = () => setAsking(false)
  return (
    <AccountSection id="google" title={t('Google')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="wrap-anywhere min-w-0 flex-1 basis-60">
          {google.email
            ? t('You can sign in with the Google account {email}.', { email: google.email })
            : t('You can sign in with a Google account.')}
        </p>
        <Button look="outline" onClick={() => setAsking(true)}>
          {t('Remove Google')}
        </Button>
      </div>
      {isAsking && (
        <ProofDialog
          title={t('Remove Google sign-in?')}
          submit={t('Remove Google')}
          isDanger
          safety={safety}
          change={remove}
          onClose={onClose}
          onSubmit={(proof) => remove.mutate(proof, { onSuccess: onClose })}
        >
          <p>
            {t(
              'You will no longer be able to sign in with this Google account. You can link it again at any time.',
            )}
          </p>
        </ProofDialog>
      )}
    </AccountSection>
  )
}
