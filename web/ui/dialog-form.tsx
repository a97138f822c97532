import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

export type DialogProps = {
  title: string
  /** What the button says. */
  submit: string
  isDanger?: boolean
  /** What is done in the end. */
  change: { isPending: boolean; error: Error | null; reset(): void }
  onSubmit(): void
  onClose(): void
  children: ReactNode
}

/**
 * A question in a dialog, with its fields. A refusal stays beside them until it is asked again, also when a field stops that.
 * @param reasonOf what to say of a refusal
 */
export function DialogForm({
  title,
  submit,
  isDanger = false,
  change,
  reasonOf,
  onSubmit,
  onClose,
  children,
}: DialogProps & { reasonOf(error: Error): string | null }) {
  return (
    <Modal isOpen onClose={onClose} title={title}>
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          change.reset()
          onSubmit()
        }}
      >
        {children}
        {change.error && (
          <p role="alert" className="text-sale">
            {reasonOf(change.error)}
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
