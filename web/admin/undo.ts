import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { useUser } from '../accounts/queries.ts'
import { reasonOf, useApi } from '../platform/api.ts'
import { keys } from '../platform/query-cache.ts'
import { useMutation } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { showErrorToast, showToast } from '../ui/toast-store.ts'
import { useMay } from './permissions.tsx'
import { refetchCatalog } from './queries.ts'

/** A change of a record that was just saved: the version after it, or the action if the response has no version. */
export type SavedChange = { subjectId: number | string } & ({ version: number } | { action: string })

/**
 * Returns a function that confirms a change in a toast with an undo button. `saved` is null
 * if the change can't be undone, or nothing differed, so the audit log has no entry.
 */
export function useSavedToast() {
  const api = useApi()
  const { user } = useUser()
  const undo = useUndoChange()
  const may = useMay()
  return (title: string, kind: string, saved: SavedChange | null, onUndone?: () => unknown) => {
    if (!saved || !may('POST /api/admin/audit/:id/undo')) return showToast(title)
    const run = async () => {
      try {
        await undo.mutateAsync(await findEntry(kind, saved))
        await onUndone?.()
      } catch (error) {
        showErrorToast('Error', reasonOf(error as Error, UNDO_FAILED))
      }
    }
    const hint = 'The audit log can undo this change, too.'
    showToast(title, undefined, { action: { label: t('Undo'), hint, run: () => void run() } })
  }

  /** Finds the change when it is undone, because most never are. */
  async function findEntry(kind: string, { subjectId, ...which }: SavedChange): Promise<number> {
    const entries = await api.call('GET /api/admin/audit', {
      actor: user?.username,
      kind,
      subjectId: String(subjectId),
    })
    const entry = entries.find(({ action, after }) =>
      'version' in which ? after?.version === which.version : action === which.action,
    )
    if (!entry) throw new Error(UNDO_FAILED)
    return entry.id
  }
}

export const UNDO_FAILED = 'Failed to undo the change.'

/** Undoes an entry of the audit log. This changes lists, forms, and the shop itself, so all of them are refetched. */
export function useUndoChange() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => api.call('POST /api/admin/audit/:id/undo', { id }),
    onSuccess: async () => {
      showToast(t('Change undone'))
      await Promise.all([
        queryClient.invalidateQueries(shopInfoQuery(api)),
        queryClient.invalidateQueries({ queryKey: keys.admin() }),
        refetchCatalog(queryClient),
      ])
    },
  })
}
