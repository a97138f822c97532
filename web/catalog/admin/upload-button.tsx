import { useRef } from 'react'
import {
  UPLOAD_MAX_BYTES,
  UPLOAD_MESSAGES,
  UPLOAD_TYPES,
  type UploadedImage,
} from '#contract/images/uploads.ts'
import { t } from '#contract/language/language.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { UploadIcon } from '../../admin/icons.tsx'
import { useApi } from '../../platform/api.ts'
import { useMutation } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'

/** Uploads the chosen files one after the other. Lists each rejected file with the reason, and stores the others. */
export function UploadButton({
  most,
  label = 'Upload images',
  name = most > 1 ? 'Images to upload' : 'Image to upload',
  types = [],
  prepare,
  onUploaded,
}: {
  most: number
  label?: string
  /** The accessible name of the file chooser. */
  name?: string
  /** Types that `prepare` converts to those that the server accepts. */
  types?: string[]
  prepare?(file: File): Promise<File>
  onUploaded(url: string, image: UploadedImage): void
}) {
  const api = useApi()
  const input = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (files: File[]) => {
      const rejections = files.slice(most).map((file) => `${file.name}: image limit reached.`)
      for (const file of files.slice(0, most)) {
        try {
          const image = await send(await prepared(file))
          onUploaded(image.url, image)
        } catch (error) {
          rejections.push(
            `${file.name}: ${error instanceof Unusable ? error.message : rejectionMessage(error as Error)}`,
          )
        }
      }
      return rejections
    },
  })
  async function prepared(file: File) {
    try {
      return prepare ? await prepare(file) : file
    } catch {
      throw new Unusable(UPLOAD_MESSAGES.damaged)
    }
  }
  async function send(file: File) {
    if (file.size > UPLOAD_MAX_BYTES) throw new Unusable(TOO_LARGE)
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
        multiple={most > 1}
        accept={[...UPLOAD_TYPES, ...types].join(',')}
        aria-label={name}
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
        <UploadIcon className="size-4" /> {upload.isPending ? t('Uploading...') : label}
      </Button>
      {upload.data && upload.data.length > 0 && (
        <ul role="alert" className="mt-2 text-sale text-sm">
          {upload.data.map((rejection) => (
            <li key={rejection}>{rejection}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const TOO_LARGE = `This file is too large. The limit is ${UPLOAD_MAX_BYTES / 1024 / 1024} MB.`

/** Thrown for files that can't be uploaded, with the reason. */
class Unusable extends Error {}
