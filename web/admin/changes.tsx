import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { type Api, ApiError, type InputOf, useApi } from '../platform/api.ts'
import { useMutation } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { DialogForm, type DialogProps } from '../ui/dialog-form.tsx'
import { Rejection } from '../ui/feedback.tsx'
import { Modal } from '../ui/modal.tsx'
import { showErrorToast } from '../ui/toast-store.ts'
import { productQuery, refetchCatalog } from './queries.ts'
import { type SavedChange, useSavedToast } from './undo.ts'

type Resource = 'product' | 'category'
type Verb = 'create' | 'update' | 'delete'

export const useCreateProduct = () =>
  useChange('product', 'create', (api, input: InputOf<'POST /api/admin/products'>) =>
    api.call('POST /api/admin/products', input),
  )
export const useUpdateProduct = () =>
  useChange(
    'product',
    'update',
    (api, input: InputOf<'PATCH /api/admin/products/:id'>) =>
      api.call('PATCH /api/admin/products/:id', input),
    versionOf,
  )
export const useDeleteProduct = () =>
  useChange(
    'product',
    'delete',
    (api, id: number) => api.call('DELETE /api/admin/products/:id', { id }),
    ({ outcome }, id) => (outcome === 'archived' ? { subjectId: id, action: 'product.archived' } : null),
  )
/** Activates or archives a product, or makes it a draft. */
export function useChangeStatus() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showSaved = useSavedToast()
  return useMutation({
    mutationFn: ({ id, action }: { id: number; action: keyof typeof STATUS_TOASTS }) =>
      api.call('POST /api/admin/products/bulk', { choice: { ids: [id] }, action }),
    onSuccess: ({ done }, { id, action }) => {
      const { title, entry } = STATUS_TOASTS[action]
      showSaved(title, 'product', done.length > 0 ? { subjectId: id, action: entry } : null)
      return Promise.all([queryClient.invalidateQueries(productQuery(api, id)), refetchCatalog(queryClient)])
    },
    onError: () => showErrorToast('Error', 'Failed to update product. Please try again.'),
  })
}

const STATUS_TOASTS = {
  activate: { title: 'Product activated', entry: 'product.restored' },
  archive: { title: 'Product archived', entry: 'product.archived' },
  draft: { title: 'Product is a draft', entry: 'product.drafted' },
}

export const useCreateCategory = () =>
  useChange('category', 'create', (api, input: InputOf<'POST /api/admin/categories'>) =>
    api.call('POST /api/admin/categories', input),
  )
export const useUpdateCategory = () =>
  useChange(
    'category',
    'update',
    (api, input: InputOf<'PATCH /api/admin/categories/:id'>) =>
      api.call('PATCH /api/admin/categories/:id', input),
    versionOf,
  )
export const useDeleteCategory = () =>
  useChange('category', 'delete', (api, id: number) => api.call('DELETE /api/admin/categories/:id', { id }))

/** The saved version, or null if the edit changed nothing. */
const versionOf = (
  { id, version }: { id: number; version: number },
  seen: { version?: number | undefined },
) => (seen.version !== undefined && version > seen.version ? { subjectId: id, version } : null)

/** Returns the server's message about a rejection, to be shown next to the form. The toast shows the spec's message. */
export function rejectionMessage(error: Error | null): string | null {
  if (!error) return null
  return error instanceof ApiError && error.serverMessage
    ? error.serverMessage
    : 'We couldn’t reach the shop. Check your connection and try again.'
}

/** Shows the server's message in a toast. For `onError` of a change without a form. */
export function showRejectionToast(error: Error) {
  showErrorToast('Error', rejectionMessage(error) ?? undefined)
}

/**
 * Makes a change with the toasts of spec section 8, then refetches all lists.
 * @param savedOf returns what the toast can undo, or null
 */
function useChange<I, A>(
  resource: Resource,
  verb: Verb,
  send: (api: Api, input: I) => Promise<A>,
  savedOf: (response: A, input: I) => SavedChange | null = () => null,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const showSaved = useSavedToast()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: (response, input) => {
      const title = `${resource === 'product' ? 'Product' : 'Category'} ${verb}d`
      showSaved(title, resource, savedOf(response, input))
      return refetchCatalog(queryClient)
    },
    onError: () => showErrorToast('Error', `Failed to ${verb} ${resource}. Please try again.`),
  })
}

/** A dialog that confirms a change to the shop. If the server rejects it, the dialog shows the server's message. */
export function ChangeDialog(dialog: DialogProps) {
  return <DialogForm {...dialog} reasonOf={rejectionMessage} />
}

/** Confirms a deletion. If the server rejects it, the dialog shows the server's message. */
export function DeleteDialog({
  title,
  question,
  id,
  remove,
  isOpen,
  onClose,
}: {
  title: string
  question: string
  id: number
  remove: ReturnType<typeof useDeleteProduct | typeof useDeleteCategory>
  isOpen: boolean
  onClose(): void
}) {
  const rejection = rejectionMessage(remove.error)
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <Modal isOpen={isOpen} onClose={close} title={title}>
      <p>{question}</p>
      <Rejection>{rejection}</Rejection>
      <div className="mt-5 flex justify-end gap-3">
        <Button look="outline" onClick={close}>
          {t('Cancel')}
        </Button>
        <Button
          look="danger"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess: onClose })}
        >
          {t('Delete')}
        </Button>
      </div>
    </Modal>
  )
}
