import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { refetchCatalog } from '../../../admin/queries.ts'
import { type InputOf, type ResponseOf, reasonOf, useApi } from '../../../platform/api.ts'
import type { Formats } from '../../../platform/formats.ts'
import { useFormats } from '../../../platform/formats.ts'
import { useMutation } from '../../../platform/use-query.ts'
import { showErrorToast, showToast } from '../../../ui/toast-store.ts'
import { STATUSES } from '../product-status.ts'

type Input = InputOf<'POST /api/admin/products/bulk'>
export type BulkAction = Input['action']
export type BulkActionChoice = Input['choice']
export type BulkOutcome = ResponseOf<'POST /api/admin/products/bulk'>

/** Returns '1 product' or '1,200 products'. */
export function productCount(count: number, { locale }: Pick<Formats, 'locale'>): string {
  return `${count.toLocaleString(locale)} ${count === 1 ? 'product' : 'products'}`
}

const UNDO_HINT = 'You can also select the products and change their status again.'

/** Runs an action for many products, and says in a toast what was done. Archiving and activating can be undone there. */
export function useBulkAction(onDone: (outcome: BulkOutcome) => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const formats = useFormats()
  async function undo(done: BulkOutcome['done']) {
    try {
      for (const [status, products] of Map.groupBy(done, ({ was }) => was)) {
        const choice = { ids: products.map(({ id }) => id) }
        await api.call('POST /api/admin/products/bulk', { choice, action: STATUSES[status].action })
      }
      showToast(t('Change undone'))
    } catch (error) {
      showErrorToast('Error', reasonOf(error as Error, 'Failed to undo the change.'))
    }
    await refetchCatalog(queryClient)
  }
  return useMutation({
    mutationFn: (input: Input) => api.call('POST /api/admin/products/bulk', input),
    onSuccess(outcome, { action }) {
      const { done } = outcome
      const { past } = WORDS[action]
      const undoing = { label: t('Undo'), hint: UNDO_HINT, run: () => void undo(done) }
      if (done.length > 0)
        showToast(`${productCount(done.length, formats)} ${past}`, undefined, {
          action: action === 'delete' ? undefined : undoing,
        })
      onDone(outcome)
      return refetchCatalog(queryClient)
    },
    // Otherwise, the list would still show what the admin chose from.
    onError: () => refetchCatalog(queryClient),
  })
}

/** The words of each action. */
export const WORDS: Record<BulkAction, { verb: string; past: string; effect: string }> = {
  activate: {
    verb: 'Activate',
    past: 'activated',
    effect: 'Shoppers will see them in the shop.',
  },
  archive: {
    verb: 'Archive',
    past: 'archived',
    effect: 'Shoppers won’t see them anymore. You can activate them again.',
  },
  draft: {
    verb: 'Make drafts of',
    past: 'made drafts',
    effect: 'Shoppers won’t see them until you activate them.',
  },
  delete: {
    verb: 'Delete',
    past: 'deleted',
    effect: 'This can’t be undone. Products that were ordered can’t be deleted. Archive those instead.',
  },
}
