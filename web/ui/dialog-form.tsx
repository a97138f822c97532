import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

export type DialogFormProps = {
  title: string
  /** What the button says. */
  submit: string
  isDanger?: boolean
  isBusy: boolean
  /** Why what was asked for last was not done. */
  refusal: string | null
  onSubmit(): void
  onClose(): void
  children: ReactNode
}

/** A question in a dialog, with its fields; a refusal stays beside them. */
export function DialogForm({
  title,
  submit,
  isDanger = false,
  isBusy,
  refusal,
  onSubmit,
  onClose,
  children,
}: DialogFormProps) {
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
        {refusal && (
          <p role="alert" className="text-sale">
            {refusal}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            Back
          </Button>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} isBusy={isBusy}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** What a dialog asks of the change that it is about. */
export type DialogOf = Omit<DialogFormProps, 'isBusy' | 'refusal'> & {
  change: { isPending: boolean; error: Error | null }
}
