import { useMutation } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { DownloadIcon } from './icons.tsx'

/** Saves all products on sale as a file; asked for with the token, which a plain link could not send. */
export function ExportButton() {
  const api = useApi()
  const ask = useMutation({
    mutationFn: () => api.callForText('GET /api/admin/products/export'),
    onSuccess: (text) =>
      save('products.csv', new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' })),
    onError: () =>
      showToast('Error', 'The products could not be exported. Please try again.', { isDestructive: true }),
  })
  return (
    <Button look="outline" isBusy={ask.isPending} onClick={() => ask.mutate()}>
      <DownloadIcon /> Export
    </Button>
  )
}

/** By it spreadsheets know the encoding; reading the answer as text has dropped the server's own. */
const BYTE_ORDER_MARK = '\uFEFF'

function save(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
