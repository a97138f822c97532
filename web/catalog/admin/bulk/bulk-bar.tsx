import { Suspense, useState } from 'react'
import { BULK_MAX, BULK_MESSAGES } from '#contract/catalog/bulk-rules.ts'
import { t } from '#contract/language/language.ts'
import { useChosenRows } from '../../../admin/chosen.tsx'
import { useFormats } from '../../../platform/formats.ts'
import { Button } from '../../../ui/button.tsx'
import { Pending } from '../../../ui/feedback.tsx'
import { loadLater } from '../../../ui/load-later.tsx'
import { type BulkAction, productCount, WORDS } from './bulk-actions.ts'
import type { BulkChoice } from './bulk-edit.ts'

const BulkDialog = loadLater(async () => (await import('./bulk-dialog.tsx')).BulkDialog)
const ActionDialog = loadLater(async () => (await import('./action-dialog.tsx')).ActionDialog)

/** The actions that make a difference for products of a status. */
const ACTIONS: Record<NonNullable<NonNullable<BulkChoice['filter']>['status']>, BulkAction[]> = {
  'on-sale': ['archive', 'delete'],
  draft: ['activate', 'delete'],
  archived: ['activate', 'delete'],
  all: ['activate', 'archive', 'delete'],
}

/**
 * Actions for the selected products. Hidden if none are selected.
 * @param filter the list's filters @param total the number of matching products
 */
export function BulkBar({ filter, total }: { filter: NonNullable<BulkChoice['filter']>; total: number }) {
  const { ids, isAll, chooseAll } = useChosenRows()
  const { locale } = useFormats()
  const [open, setOpen] = useState<BulkAction | 'edit' | null>(null)
  const count = isAll ? total : ids.size
  // A dialog lists what couldn't be done when nothing is selected anymore.
  if (count === 0 && !open) return null
  const isTooMany = count > BULK_MAX
  return (
    <section
      aria-label={t('Selected products')}
      className="bottom-bar bulk-bar sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-2 rounded-card border border-control bg-surface p-3 shadow-float"
    >
      <p role="status" className="mr-auto pr-2 tabular-nums">
        {t('{count} selected', { count: productCount(count, { locale }) })}
      </p>
      {isTooMany && <p className="text-sale text-sm">{BULK_MESSAGES.tooMany}</p>}
      {!isAll && total > count && (
        <Button look="quiet" onClick={chooseAll}>
          {t('Select all {total}', { total: total.toLocaleString(locale) })}
        </Button>
      )}
      <Actions filter={filter} isDisabled={isTooMany} onOpen={setOpen} />
      <OpenDialog open={open} filter={filter} count={count} onClose={() => setOpen(null)} />
    </section>
  )
}

function Actions({
  filter,
  isDisabled,
  onOpen,
}: {
  filter: NonNullable<BulkChoice['filter']>
  isDisabled: boolean
  onOpen(action: BulkAction | 'edit'): void
}) {
  const { clear } = useChosenRows()
  return (
    <>
      <Button look="quiet" onClick={clear}>
        {t('Clear selection')}
      </Button>
      {ACTIONS[filter.status ?? 'on-sale'].map((action) => (
        <Button
          key={action}
          look="outline"
          className={action === 'delete' ? 'text-sale' : ''}
          disabled={isDisabled}
          onClick={() => onOpen(action)}
        >
          {WORDS[action].verb}
        </Button>
      ))}
      <Button disabled={isDisabled} onClick={() => onOpen('edit')}>
        {t('Bulk edit')}
      </Button>
    </>
  )
}

function OpenDialog({
  open,
  filter,
  count,
  onClose,
}: {
  open: BulkAction | 'edit' | null
  filter: NonNullable<BulkChoice['filter']>
  count: number
  onClose(): void
}) {
  const { ids, isAll, choose, clear } = useChosenRows()
  const chosen = [...ids].map(Number)
  return (
    <Suspense fallback={<Pending />}>
      {open === 'edit' && (
        <BulkDialog
          choice={isAll ? { filter } : { ids: chosen }}
          count={count}
          onClose={onClose}
          onDone={clear}
        />
      )}
      {open && open !== 'edit' && (
        <ActionDialog
          action={open}
          choice={isAll ? { filter, count } : { ids: chosen }}
          count={count}
          onClose={onClose}
          onDone={(refused) => {
            if (isAll) clear()
            else
              choose(
                chosen.filter((id) => !refused.includes(id)),
                false,
              )
          }}
        />
      )}
    </Suspense>
  )
}
