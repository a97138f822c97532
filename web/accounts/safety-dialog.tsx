import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Modal } from '../ui/modal.tsx'
import { passkeyReasonOf } from './passkey.ts'

/** A question about how one signs in; a refusal stays beside it. */
export function SafetyDialog({
  title,
  submit,
  isDanger = false,
  change,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  submit: string
  isDanger?: boolean
  change: { isPending: boolean; error: Error | null }
  onSubmit(): void
  onClose(): void
  children: ReactNode
}) {
  return (
    <Modal isOpen onClose={onClose} title={title}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        {change.error && (
          <p role="alert" className="text-sale">
            {passkeyReasonOf(change.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} isBusy={change.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
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
  if (!hasPassword) return null
  return (
    <Field
      label="Your password"
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
