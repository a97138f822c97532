import { useMutation } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { showToast } from '../ui/toast-store.ts'
import { DownloadIcon } from './icons.tsx'

/**
 * Saves a list as a CSV file. Fetched with the token, which a plain link couldn't send.
 * @param what for example 'products'; also the name of the file
 */
export function ExportButton({ what, ask: askFor }: { what: string; ask(): Promise<string> }) {
  const ask = useMutation({
    mutationFn: askFor,
    onSuccess: (text) =>
      save(`${what}.csv`, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' })),
    onError: () =>
      showToast('Error', `The ${what} couldn’t be exported. Please try again.`, { isDestructive: true }),
  })
  return (
    <Button look="outline" isBusy={ask.isPending} onClick={() => ask.mutate()}>
      <DownloadIcon /> Export
    </Button>
  )
}

/** Shows spreadsheets the encoding. Reading the response as text has dropped the server's own mark. */
const BYTE_ORDER_MARK = '\uFEFF'

function save(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
