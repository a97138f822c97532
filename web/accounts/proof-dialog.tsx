import { type ReactNode, useState } from 'react'
import { t } from '#contract/language/language.ts'
import type { Api, InputOf, ResponseOf } from '../platform/api.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm, type DialogProps } from '../ui/dialog-form.tsx'
import { Field } from '../ui/field.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { passkeyReasonOf, signWithPasskey } from './passkey.ts'
import { useUser } from './queries.ts'

export type Safety = ResponseOf<'GET /api/auth/safety'>
export type Passkey = Safety['passkeys'][number]

type Proof = InputOf<'POST /api/auth/google/remove'>
/** The entered values, or the choice to use a passkey, which signs when the change is made. */
export type ProofInput = Proof | 'passkey'

/** Turns the owner's choice into a proof. @throws PasskeyError */
export async function proofFrom(api: Api, input: ProofInput): Promise<Proof> {
  if (input !== 'passkey') return input
  return { credential: await signWithPasskey(await api.call('POST /api/auth/passkey-proof/begin')) }
}

/** Asks the owner to confirm their identity, with the methods their account has. */
export function ProofDialog({
  title,
  submit,
  isDanger,
  safety,
  change,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submit: string
  isDanger?: boolean
  safety: Safety
  change: { isPending: boolean; error: Error | null; reset(): void }
  onSubmit(input: ProofInput): void
  onClose(): void
  children: ReactNode
}) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const { hasPassword, passkeys, secondFactor } = safety
  const asksCode = !hasPassword && secondFactor !== null
  return (
    <SafetyDialog
      title={title}
      submit={submit}
      isDanger={isDanger ?? false}
      change={change}
      onClose={onClose}
      onSubmit={() => onSubmit(asksCode ? { code } : { password })}
    >
      {children}
      <OwnPassword hasPassword={hasPassword} value={password} onChange={setPassword} />
      {asksCode && (
        <Field
          label={t('Code')}
          autoComplete="one-time-code"
          spellCheck={false}
          hint={t('From your authenticator app, or a recovery code.')}
          value={code}
          onChange={({ target }) => setCode(target.value)}
        />
      )}
      {!hasPassword && !asksCode && passkeys.length === 0 && (
        <p className="text-muted text-sm">
          {t('For your security, you need to have signed in within the last ten minutes.')}
        </p>
      )}
      {passkeys.length > 0 && (
        <Button
          look="outline"
          disabled={change.isPending}
          onClick={() => {
            change.reset()
            onSubmit('passkey')
          }}
        >
          {t('Use a passkey instead')}
        </Button>
      )}
    </SafetyDialog>
  )
}

/** A dialog about sign-in methods. The server or the device may reject the change. */
export function SafetyDialog(dialog: DialogProps) {
  return <DialogForm {...dialog} reasonOf={passkeyReasonOf} />
}

/** Required if the account has a password, because a session alone may be stolen. */
export function OwnPassword({
  hasPassword,
  value,
  onChange,
}: {
  hasPassword: boolean
  value: string
  onChange(password: string): void
}) {
  const { user } = useUser()
  if (!hasPassword || !user) return null
  return (
    <>
      <AccountName username={user.username} />
      <PasswordField
        label={t('Your password')}
        autoComplete="current-password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}

/** Lets password managers find the account of a password in the same form. It is hidden and never submitted. */
export function AccountName({ username }: { username: string }) {
  return <input type="text" autoComplete="username" value={username} readOnly hidden />
}
