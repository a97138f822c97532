import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#contract/images/uploads.ts'
import { refusalOf } from '../../admin/changes.ts'
import { UploadIcon } from '../../admin/icons.tsx'
import { useApi } from '../../platform/api-context.ts'
import { Button } from '../../ui/button.tsx'

/** Sends chosen images one after the other; each that is refused is named with the reason, the others are kept. */
export function UploadButton({ most, onUploaded }: { most: number; onUploaded(url: string): void }) {
  const api = useApi()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      const refusals = files.slice(most).map((file) => `${file.name}: there are enough images.`)
      for (const file of files.slice(0, most)) {
        try {
          onUploaded((await send(file)).url)
        } catch (error) {
          refusals.push(
            `${file.name}: ${error instanceof TooLarge ? error.message : refusalOf(error as Error)}`,
          )
        }
      }
      return refusals
    },
  })
  async function send(file: File) {
    if (file.size > UPLOAD_MAX_BYTES) throw new TooLarge()
    return api.call('POST /api/admin/images', {
      name: file.name,
      file: new Uint8Array(await file.arrayBuffer()),
    })
  }
  return (
    <div>
      <input
        ref={input}
        type="file"
        multiple
        accept={UPLOAD_TYPES.join(',')}
        aria-label="Images to upload"
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          target.value = ''
          if (files.length > 0) upload.mutate(files)
        }}
      />
      <Button
        look="outline"
        disabled={most <= 0}
        isBusy={upload.isPending}
        onClick={() => input.current?.click()}
      >
        <UploadIcon className="size-4" /> {upload.isPending ? 'Uploading...' : 'Upload images'}
      </Button>
      {upload.data && upload.data.length > 0 && (
        <ul role="alert" className="mt-2 text-sale text-sm">
          {upload.data.map((refusal) => (
            <li key={refusal}>{refusal}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Not worth sending. */
class TooLarge extends Error {
  constructor() {
    super(`This file is too large. At most ${UPLOAD_MAX_BYTES / 1024 / 1024} MB can be sent.`)
  }
}
