import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useMutation } from '../../platform/use-query.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ChangeDialog } from '../changes.tsx'
import { refetchCatalog } from '../queries.ts'

/** Says that the demo's products are on sale, and deletes them after a confirmation. */
export function RemoveDemoProducts({ count }: { count: number }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { locale } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const products = `${count.toLocaleString(locale)} demo ${count === 1 ? 'product' : 'products'}`
  const remove = useMutation({
    mutationFn: () => api.call('POST /api/admin/demo-products/remove'),
    onSuccess({ deleted, archived }) {
      setOpen(false)
      const isKept = archived > 0
      showToast(
        'Demo products removed',
        isKept ? `${deleted} deleted. ${archived} archived, because they were ordered.` : undefined,
      )
      return refetchCatalog(queryClient)
    },
  })
  return (
    <>
      <p className="mt-2 text-sm">
        The shop still sells {products}.{' '}
        <button
          type="button"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
          onClick={() => setOpen(true)}
        >
          Remove the demo products
        </button>
      </p>
      {isOpen && (
        <ChangeDialog
          title="Remove the demo products?"
          submit={`Remove ${products}`}
          isDanger
          change={remove}
          onSubmit={() => remove.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>
            They are deleted with their photographs, and can’t be restored. Products that were ordered are
            archived instead. Categories stay, but shoppers don’t see empty ones. A demo product that you
            renamed is yours, and stays.
          </p>
        </ChangeDialog>
      )}
    </>
  )
}
