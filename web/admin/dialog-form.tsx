import type { FormEvent, ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { refusalOf } from './changes.ts'

/** A few fields above the order; a refusal stays beside them, in the server's words. */
export function DialogForm({
  title,
  submit,
  isDanger = false,
  change,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** What the button says. */
  submit: string
  isDanger?: boolean
  change: { isPending: boolean; error: Error | null }
  onSubmit(): void
  onClose(): void
  children: ReactNode
}) {
  const refusal = refusalOf(change.error)
  return (
    <Modal isOpen onClose={onClose} title={title}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        {refusal && (
          <p role="alert" className="text-sale">
            {refusal}
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
