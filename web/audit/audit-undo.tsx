import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '../admin/changes.tsx'
import { LoadFailure } from '../admin/load-failure.tsx'
import { forgetCatalogue } from '../admin/queries.ts'
import type { Api } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { showToast } from '../ui/toast-store.ts'
import { AuditFields } from './audit-fields.tsx'

/** Never from the cache: others go on changing the shop. */
const undoQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: ['undo', id],
    queryFn: () => api.call('GET /api/admin/audit/:id/undo', { id }),
    staleTime: 0,
    gcTime: 0,
  })

/** Shows what would go back, and takes it back. A refusal stays where the question was. */
export function AuditUndo({ id, onClose }: { id: number; onClose(): void }) {
  const api = useApi()
  const { data: preview, isError, refetch } = useQuery(undoQuery(api, id))
  const undo = useUndo(id, onClose)
  const refusal = refusalOf(undo.error) ?? preview?.refusal
  return (
    <Modal isOpen onClose={onClose} title={`Undo no. ${id}`}>
      {isError && <LoadFailure what="What would go back" onRetry={() => void refetch()} />}
      {!preview && !isError && <Skeleton className="h-16" />}
      {preview && !preview.refusal && (
        <>
          <p>This goes back, as an edit of its own:</p>
          <AuditFields names={Object.keys(preview.back)} before={preview.now} after={preview.back} />
          {preview.staying.length > 0 && (
            <p className="mt-3 text-muted">
              {preview.staying.join(', ')} stays as it is: orders have moved it since.
            </p>
          )}
        </>
      )}
      {refusal && (
        <p role="alert" className="mt-3 text-sale">
          {refusal}
        </p>
      )}
      <div className="mt-5 flex justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          {refusal ? 'Close' : 'Cancel'}
        </Button>
        {preview && !refusal && (
          <Button isBusy={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        )}
      </div>
    </Modal>
  )
}

/** What went back is seen everywhere: in the lists, in the forms and in the shop. */
function useUndo(id: number, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.call('POST /api/admin/audit/:id/undo', { id }),
    onSuccess: async () => {
      onDone()
      showToast('Change undone')
      await Promise.all([
        queryClient.invalidateQueries(shopInfoQuery(api)),
        queryClient.invalidateQueries({ queryKey: ['admin'] }),
        forgetCatalogue(queryClient),
      ])
    },
    onError: () => showToast('Error', 'Failed to undo the change.', { isDestructive: true }),
  })
}
