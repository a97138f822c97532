import { DialogForm, type DialogProps } from '../ui/dialog-form.tsx'
import { Field } from '../ui/field.tsx'
import { AccountName } from './account-name.tsx'
import { passkeyReasonOf } from './passkey.ts'
import { useUser } from './queries.ts'

/** A question about how one signs in; a refusal may be the server's or the device's. */
export function SafetyDialog(dialog: DialogProps) {
  return <DialogForm {...dialog} reasonOf={passkeyReasonOf} />
}

/** Asked for where there is one: a sign-in alone may be stolen. */
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
      <Field
        label="Your password"
        type="password"
        autoComplete="current-password"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </>
  )
}
