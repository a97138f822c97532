import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Trans } from '../ui/trans.tsx'
import { useChangeProfile, useConfirmEmailChange, useResendVerification } from './profile.ts'
import { ProofDialog } from './proof-dialog.tsx'
import type { User } from './queries.ts'
import { safetyQuery } from './security.ts'

/** The next step to verify or change the email address, if there is one. */
export function EmailStatus({ user }: { user: User }) {
  if (user.pendingEmail) return <PendingAddress user={user} email={user.pendingEmail} />
  if (user.emailVerified) return null
  return (
    <div className="warning mb-8">
      <p>
        <Trans
          text={'Open the link we sent to <b>{email}</b> to verify your email address.'}
          values={{ email: user.email }}
          parts={{ b: <b className="wrap-anywhere font-medium" /> }}
        />
      </p>
      <div className="mt-3">
        <SendAgain />
      </div>
    </div>
  )
}

function PendingAddress({ user, email }: { user: User; email: string }) {
  const [isConfirming, setConfirming] = useState(false)
  const keep = useChangeProfile()
  const address = <b className="wrap-anywhere font-medium">{email}</b>
  return (
    <section aria-label={t('New email address')} className="warning mb-8">
      {user.pendingEmailConfirmed ? (
        <p>
          <Trans
            text="Your new email address, <address/>, takes effect once you open the link we sent to it. Open it on a device where you’re signed in."
            parts={{ address }}
          />
        </p>
      ) : (
        <p>
          <Trans
            text="You asked to change your email address to <address/>. Confirm it was you, and we’ll email a link to the new address."
            parts={{ address }}
          />
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-3">
        {user.pendingEmailConfirmed ? (
          <SendAgain />
        ) : (
          <Button onClick={() => setConfirming(true)}>{t('Confirm it’s you')}</Button>
        )}
        <Button look="outline" isBusy={keep.isPending} onClick={() => keep.mutate({ email: user.email })}>
          {t('Keep current address')}
        </Button>
      </div>
      {isConfirming && <ConfirmEmailChange email={email} onClose={() => setConfirming(false)} />}
    </section>
  )
}

function SendAgain() {
  const resend = useResendVerification()
  return (
    <Button look="outline" isBusy={resend.isPending} onClick={() => resend.mutate()}>
      {t('Resend email')}
    </Button>
  )
}

/** Opens after the profile is saved. No link is sent to the new address before this is confirmed. */
export function ConfirmEmailChange({ email, onClose }: { email: string; onClose(): void }) {
  const { data: safety } = useQuery(safetyQuery(useApi()))
  const confirm = useConfirmEmailChange(email)
  if (!safety) return null
  return (
    <ProofDialog
      title={t('Confirm your new email address')}
      submit={t('Confirm')}
      safety={safety}
      change={confirm}
      onClose={onClose}
      onSubmit={(proof) => confirm.mutate(proof, { onSuccess: onClose })}
    >
      <p>
        We’ll send a link to <b className="wrap-anywhere font-medium">{email}</b>. Once you open it, other
        devices will be signed out
        {safety.passkeys.length > 0 || safety.google
          ? t(', and {safety} again.', { safety: removalOf(safety) })
          : '.'}
      </p>
    </ProofDialog>
  )
}

function removalOf({ passkeys, google }: { passkeys: unknown[]; google: unknown }): string {
  if (passkeys.length > 0 && google)
    return 'your passkeys and Google sign-in will be removed. You can set them up'
  return google
    ? 'your Google sign-in will be removed. You can link it'
    : 'your passkeys will be removed. You can add them'
}
