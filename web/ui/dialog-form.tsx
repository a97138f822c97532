import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

export type DialogProps = {
  title: string
  /** Label of the submit button. */
  submit: string
  isDanger?: boolean
  /** The change that the dialog makes. */
  change: { isPending: boolean; error: Error | null; reset(): void }
  onSubmit(): void
  onClose(): void
  children: ReactNode
}

/**
 * A dialog with a question and fields. A rejection stays visible until the next attempt, even one that a field
 * prevents.
 * @param reasonOf returns the message of a rejection
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
            {t('Back')}
          </Button>
          <Button type="submit" look={isDanger ? 'danger' : 'primary'} isBusy={change.isPending}>
            {submit}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
