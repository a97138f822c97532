import { type FormEvent, useState } from 'react'
import { refusalOf } from '../../../admin/changes.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { BulkForm } from './bulk-form.tsx'
import { BulkPreview } from './bulk-preview.tsx'
import { changesOf, NO_CHANGE } from './bulk-values.ts'
import { countOf } from './bulk-words.ts'
import { type BulkChoice, useBulkEdit } from './use-bulk-edit.ts'

/** Says what is to be changed, shows what that does to each product, and only then does it. */
export function BulkDialog({
  choice,
  count,
  onClose,
  onDone,
}: {
  choice: BulkChoice
  count: number
  onClose(): void
  /** It was done. */
  onDone(): void
}) {
  const [values, setValues] = useState(NO_CHANGE)
  const { preview, apply } = useBulkEdit(choice, () => {
    onClose()
    onDone()
  })
  const look = () => {
    apply.reset()
    preview.mutate(changesOf(values))
  }
  const shown = preview.isSuccess ? preview.data : null
  const refusal = refusalOf(apply.error ?? preview.error)
  return (
    <Modal isOpen isWide onClose={onClose} title={`Edit ${countOf(count)}`}>
      <form
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (shown) apply.mutate()
          else look()
        }}
      >
        {shown ? (
          <BulkPreview preview={shown} />
        ) : (
          <BulkForm values={values} onChange={(changes) => setValues({ ...values, ...changes })} />
        )}
        {refusal && (
          <p role="alert" className="mt-4 text-sale">
            {refusal}
          </p>
        )}
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          {shown ? (
            <>
              <Button look="outline" disabled={apply.isPending} onClick={() => preview.reset()}>
                Back
              </Button>
              {apply.isError && (
                <Button look="outline" onClick={look}>
                  Preview again
                </Button>
              )}
              <Button
                type="submit"
                isBusy={apply.isPending}
                disabled={shown.changes.length === 0 || apply.isError}
              >
                Change {countOf(shown.changes.length)}
              </Button>
            </>
          ) : (
            <>
              <Button look="outline" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" isBusy={preview.isPending}>
                Preview
              </Button>
            </>
          )}
        </div>
      </form>
    </Modal>
  )
}
