import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { ChangeDialog } from '../../../admin/changes.tsx'
import { useFormats } from '../../../platform/formats.ts'
import { Button } from '../../../ui/button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import {
  type BulkAction,
  type BulkActionChoice,
  type BulkOutcome,
  productCount,
  useBulkAction,
  WORDS,
} from './bulk-actions.ts'

/** Asks whether to archive, activate, or delete the selected products, and then lists those that couldn't be changed. */
export function ActionDialog({
  action,
  choice,
  count,
  onClose,
  onDone,
}: {
  action: BulkAction
  choice: BulkActionChoice
  count: number
  onClose(): void
  /** Called after the action, with the products that it couldn't change. */
  onDone(refused: number[]): void
}) {
  const formats = useFormats()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const change = useBulkAction((outcome) => {
    if (outcome.refused.length > 0) setOutcome(outcome)
    else onClose()
    onDone(outcome.refused.map(({ id }) => id))
  })
  const { verb, effect } = WORDS[action]
  if (outcome) return <Result action={action} outcome={outcome} onClose={onClose} />
  const products = productCount(count, formats)
  return (
    <ChangeDialog
      title={`${verb} ${products}?`}
      submit={`${verb} ${products}`}
      isDanger={action === 'delete'}
      change={change}
      onSubmit={() => change.mutate({ action, choice })}
      onClose={onClose}
    >
      <p>{effect}</p>
    </ChangeDialog>
  )
}

function Result({
  action,
  outcome: { done, unchanged, refused },
  onClose,
}: {
  action: BulkAction
  outcome: BulkOutcome
  onClose(): void
}) {
  const formats = useFormats()
  const { past } = WORDS[action]
  const counts = [
    done.length > 0 && `${productCount(done.length, formats)} ${past}`,
    unchanged > 0 && `${productCount(unchanged, formats)} already ${past}`,
    `${productCount(refused.length, formats)} couldn’t be ${past}`,
  ]
  return (
    <Modal isOpen onClose={onClose} title={t('Not all were {past}', { past })}>
      <p role="status">{counts.filter(Boolean).join(', ')}:</p>
      <ul className="mt-2 max-h-80 list-disc overflow-y-auto pl-5">
        {refused.map(({ id, name, reason }) => (
          <li key={id} className="wrap-anywhere">
            {name}: {reason}
          </li>
        ))}
      </ul>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>{t('Done')}</Button>
      </div>
    </Modal>
  )
}
