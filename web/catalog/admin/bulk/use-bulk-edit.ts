import { useMutation, useQueryClient } from '@tanstack/react-query'
import { forgetCatalogue } from '../../../admin/queries.ts'
import type { InputOf } from '../../../platform/api.ts'
import { useApi } from '../../../platform/api-context.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { countOf } from './bulk-words.ts'

type Asked = InputOf<'POST /api/admin/products/bulk-edit/preview'>
export type BulkChoice = Asked['choice']
export type BulkChanges = Asked['changes']

/** Asks what a change would do, keeps the answer, and carries out just what was shown. */
export function useBulkEdit(choice: BulkChoice, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const preview = useMutation({
    mutationFn: (changes: BulkChanges) =>
      api.call('POST /api/admin/products/bulk-edit/preview', { choice, changes }),
  })
  const apply = useMutation({
    mutationFn: () =>
      api.call('POST /api/admin/products/bulk-edit', {
        products: (preview.data?.changes ?? []).map(({ id, version }) => ({ id, version })),
        changes: preview.variables ?? {},
      }),
    onSuccess: ({ changed }) => {
      showToast('Products updated', `${countOf(changed)} changed.`)
      onDone()
      return forgetCatalogue(queryClient)
    },
  })
  return { preview, apply }
}
