import { Suspense, useState } from 'react'
import { BULK_MAX, BULK_MESSAGES } from '#contract/catalog/bulk-rules.ts'
import { useChosenRows } from '../../../admin/chosen.tsx'
import { Button } from '../../../ui/button.tsx'
import { Pending } from '../../../ui/feedback.tsx'
import { loadLater } from '../../../ui/load-later.tsx'
import { type BulkChoice, countOf } from './bulk-edit.ts'

const BulkDialog = loadLater(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

/**
 * Actions for the selected products. Hidden if none are selected.
 * @param filter the list's filters @param total the number of matching products
 */
export function BulkBar({ filter, total }: { filter: BulkChoice['filter']; total: number }) {
  const { ids, isAll, chooseAll, clear } = useChosenRows()
  const [isEditing, setEditing] = useState(false)
  const count = isAll ? total : ids.size
  if (count === 0) return null
  return (
    <section
      aria-label="Selected products"
      className="sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-3 rounded-card border border-control bg-surface p-3 shadow-float"
    >
      <p role="status" className="grow tabular-nums">
        {countOf(count)} selected
      </p>
      {count > BULK_MAX && <p className="text-sale text-sm">{BULK_MESSAGES.tooMany}</p>}
      {!isAll && total > count && (
        <Button look="quiet" onClick={chooseAll}>
          Select all {total.toLocaleString('en-US')}
        </Button>
      )}
      <Button look="outline" onClick={clear}>
        Clear selection
      </Button>
      <Button disabled={count > BULK_MAX} onClick={() => setEditing(true)}>
        Bulk edit
      </Button>
      <Suspense fallback={<Pending />}>
        {isEditing && (
          <BulkDialog
            choice={isAll ? { filter } : { ids: [...ids].map(Number) }}
            count={count}
            onClose={() => setEditing(false)}
            onDone={clear}
          />
        )}
      </Suspense>
    </section>
  )
}
