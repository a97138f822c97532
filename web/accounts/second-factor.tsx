import { Suspense, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { loadLater } from '../ui/load-later.tsx'
import { Modal } from '../ui/modal.tsx'
import { Trans } from '../ui/trans.tsx'
import { AccountSection } from './account-layout.tsx'
import { OwnPassword, type Safety, SafetyDialog } from './proof-dialog.tsx'
import { useEndSecondFactor, useSetUpSecondFactor } from './security.ts'

const QrCode = loadLater(async () => (await import('./qr-code.tsx')).QrCode)

/** The authenticator app whose codes an admin enters in addition to the password. */
export function SecondFactor({ safety }: { safety: Safety }) {
  const { secondFactor, hasPassword } = safety
  const [dialog, setDialog] = useState<'set-up' | 'end' | null>(null)
  const onClose = () => setDialog(null)
  return (
    <AccountSection
      id="second-factor"
      title={t('Authenticator app')}
      note={
        secondFactor
          ? t('On. Signing in requires a code. {recoveryCodesLeft}', {
              recoveryCodesLeft: left(secondFactor.recoveryCodesLeft),
            })
          : t('Off. Turn it on so that a stolen password isn’t enough to sign in.')
      }
    >
      <Button look="outline" onClick={() => setDialog(secondFactor ? 'end' : 'set-up')}>
        {secondFactor ? t('Turn off') : t('Set up an authenticator app')}
      </Button>
      {dialog === 'set-up' && <SetUp hasPassword={hasPassword} onClose={onClose} />}
      {dialog === 'end' && <End hasPassword={hasPassword} onClose={onClose} />}
    </AccountSection>
  )
}

function SetUp({ hasPassword, onClose }: { hasPassword: boolean; onClose(): void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { begin, confirm } = useSetUpSecondFactor()
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />
  if (!begin.data) {
    return (
      <SafetyDialog
        title={t('Set up an authenticator app')}
        submit={t('Continue')}
        change={begin}
        onClose={onClose}
        onSubmit={() => begin.mutate({ password })}
      >
        <p>{t('You’ll need an app such as Aegis, Google Authenticator, or 1Password.')}</p>
        <OwnPassword hasPassword={hasPassword} value={password} onChange={setPassword} />
      </SafetyDialog>
    )
  }
  const { address, secret } = begin.data
  return (
    <SafetyDialog
      title={t('Set up an authenticator app')}
      submit={t('Turn on')}
      change={confirm}
      onClose={onClose}
      onSubmit={() => confirm.mutate(code)}
    >
      <p>{t('Scan this with your app, then enter the 6-digit code it shows.')}</p>
      <Suspense fallback={<div className="mx-auto size-48" />}>
        <QrCode text={address} label={t('QR code for your authenticator app')} />
      </Suspense>
      <p className="text-muted text-sm">
        <Trans
          text={'No camera? Enter this key: <code>{secret}</code>'}
          values={{ secret }}
          parts={{ code: <code className="break-all text-ink" /> }}
        />
      </p>
      <Code value={code} onChange={setCode} />
    </SafetyDialog>
  )
}

/** Shown once, because the shop stores only their hashes. */
function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  return (
    <Modal isOpen onClose={onClose} title={t('Your recovery codes')}>
      <p>
        {t(
          'Your authenticator app is on. Save these codes somewhere safe. Each signs you in once if you lose your app. They won’t be shown again.',
        )}
      </p>
      <ul aria-label={t('Recovery codes')} className="mt-4 space-y-1 break-all font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t('I’ve saved them')}</Button>
      </div>
    </Modal>
  )
}

function End({ hasPassword, onClose }: { hasPassword: boolean; onClose(): void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const end = useEndSecondFactor()
  return (
    <SafetyDialog
      title={t('Turn off the authenticator app?')}
      submit={t('Turn off')}
      isDanger
      change={end}
      onClose={onClose}
      onSubmit={() => end.mutate({ password, code }, { onSuccess: onClose })}
    >
      <OwnPassword hasPassword={hasPassword} value={password} onChange={setPassword} />
      <Code value={code} onChange={setCode} />
    </SafetyDialog>
  )
}

function Code({ value, onChange }: { value: string; onChange(code: string): void }) {
  return (
    <Field
      label={t('Code')}
      autoComplete="one-time-code"
      spellCheck={false}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

const left = (count: number) => (count === 1 ? '1 recovery code left.' : `${count} recovery codes left.`)
