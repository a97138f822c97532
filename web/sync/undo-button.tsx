import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '../admin/changes.tsx'
import { useApi } from '../platform/api-context.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { runsQuery, type SyncRun } from './queries.ts'

/** Takes back what a sync has changed, where nothing newer contradicts it. */
export function UndoButton({ run }: { run: SyncRun }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: () => api.call('POST /api/admin/sync-runs/:id/undo', { id: run.id }),
    onError: (error) => showToast('Error', refusalOf(error) ?? undefined, { isDestructive: true }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: runsQuery(api).queryKey }),
  })
  if (run.state === 'running' || run.kind === 'undo' || run.isUndone) return null
  return (
    <div className="mt-3 space-y-1">
      <Button look="outline" isBusy={undo.isPending} onClick={() => undo.mutate()}>
        Undo this sync
      </Button>
      <p className="text-muted text-sm">
        What was changed since stays as it is. What is undone waits as a conflict, so no sync does it again.
      </p>
    </div>
  )
}
