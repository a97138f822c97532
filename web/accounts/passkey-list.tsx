import { useState } from 'react'
import { PASSKEY_NAME_MAX } from '#contract/accounts/passkey-rules.ts'
import { t } from '#contract/language/language.ts'
import { useDates } from '../platform/dates.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { AccountSection } from './account-layout.tsx'
import { OwnPassword, type Passkey, type Safety, SafetyDialog } from './proof-dialog.tsx'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './security.ts'

type OpenDialog = { what: 'add' } | { what: 'rename' | 'remove'; passkey: Passkey }

/** The user's passkeys, which can be added, renamed, and removed. */
export function PasskeyList({ safety: { passkeys, hasPassword } }: { safety: Safety }) {
  const { formatDay } = useDates()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const onClose = () => setDialog(null)
  return (
    <AccountSection
      id="passkeys"
      title={t('Passkeys')}
      note={t('Sign in with your fingerprint, face, or device PIN instead of a password.')}
    >
      <ul className="divide-y divide-hairline empty:hidden">
        {passkeys.map((passkey) => (
          <li key={passkey.id} className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0">
            <div className="min-w-0">
              <p className="break-words">{passkey.name}</p>
              <p className="text-muted text-sm">
                Added {formatDay(passkey.createdAt)} ·{' '}
                {passkey.lastUsedAt
                  ? t('last used {lastUsedAt}', { lastUsedAt: formatDay(passkey.lastUsedAt) })
                  : t('not used yet')}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                look="outline"
                aria-label={t('Rename {name}', { name: passkey.name })}
                onClick={() => setDialog({ what: 'rename', passkey })}
              >
                {t('Rename')}
              </Button>
              <Button
                look="outline"
                aria-label={t('Remove {name}', { name: passkey.name })}
                onClick={() => setDialog({ what: 'remove', passkey })}
              >
                {t('Remove')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <Button look="outline" onClick={() => setDialog({ what: 'add' })}>
        {t('Add a passkey')}
      </Button>
      {dialog?.what === 'add' && <AddPasskey hasPassword={hasPassword} onClose={onClose} />}
      {dialog?.what === 'rename' && <RenamePasskey passkey={dialog.passkey} onClose={onClose} />}
      {dialog?.what === 'remove' && (
        <RemovePasskey passkey={dialog.passkey} hasPassword={hasPassword} onClose={onClose} />
      )}
    </AccountSection>
  )
}

function AddPasskey({ hasPassword, onClose }: { hasPassword: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const add = useAddPasskey()
  return (
    <SafetyDialog
      title={t('Add a passkey')}
      submit={t('Add passkey')}
      change={add}
      onClose={onClose}
      onSubmit={() => add.mutate({ name, password }, { onSuccess: onClose })}
    >
      <PasskeyName value={name} onChange={setName} hint={t('Optional. For example, “My phone”.')} />
      <OwnPassword hasPassword={hasPassword} value={password} onChange={setPassword} />
    </SafetyDialog>
  )
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const [name, setName] = useState(passkey.name)
  const rename = useRenamePasskey()
  return (
    <SafetyDialog
      title={t('Rename passkey')}
      submit={t('Save name')}
      change={rename}
      onClose={onClose}
      onSubmit={() => rename.mutate({ id: passkey.id, name }, { onSuccess: onClose })}
    >
      <PasskeyName value={name} onChange={setName} />
    </SafetyDialog>
  )
}

function RemovePasskey({
  passkey,
  hasPassword,
  onClose,
}: {
  passkey: Passkey
  hasPassword: boolean
  onClose(): void
}) {
  const [password, setPassword] = useState('')
  const remove = useRemovePasskey()
  return (
    <SafetyDialog
      title={t('Remove {name}?', { name: passkey.name })}
      submit={t('Remove passkey')}
      isDanger
      change={remove}
      onClose={onClose}
      onSubmit={() => remove.mutate({ id: passkey.id, password }, { onSuccess: onClose })}
    >
      <p>{t('You won’t be able to sign in with it anymore. Remove it from your device, too.')}</p>
      <OwnPassword hasPassword={hasPassword} value={password} onChange={setPassword} />
    </SafetyDialog>
  )
}

function PasskeyName({
  value,
  onChange,
  hint,
}: {
  value: string
  onChange(name: string): void
  hint?: string
}) {
  return (
    <Field
      label={t('Passkey name')}
      autoComplete="off"
      maxLength={PASSKEY_NAME_MAX}
      value={value}
      hint={hint}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
