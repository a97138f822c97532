import { useRef } from 'react'
import { t } from '#contract/language/language.ts'
import {
  EVIDENCE_FILE_TYPES,
  EVIDENCE_FILES_MAX_BYTES,
  EVIDENCE_MESSAGES,
  type EvidenceFile,
  type EvidenceFileKind,
} from '#contract/orders/evidence-files.ts'
import { UploadIcon } from '../../admin/icons.tsx'
import { Button } from '../../ui/button.tsx'
import { showErrorToast } from '../../ui/toast-store.ts'
import { useOrderChange } from './queries.ts'

const KINDS: [kind: EvidenceFileKind, label: string, hint: string][] = [
  ['receipt', 'Receipt', 'A receipt or an order confirmation that the customer got.'],
  [
    'shippingDocumentation',
    'Proof of shipping',
    'A label or a proof of delivery with the customer’s address.',
  ],
  ['customerCommunication', 'Messages', 'Messages in which the customer mentions the order.'],
  ['other', 'Other', 'For example, a photo of the parcel.'],
]

/** The files of the evidence, at most one of each kind. */
export function EvidenceFiles({
  disputeId,
  files,
  isAnswered,
}: {
  disputeId: string
  files: EvidenceFile[]
  isAnswered: boolean
}) {
  return (
    <fieldset>
      <legend className="mb-1 block font-medium text-sm">{t('Files')}</legend>
      <p className="mb-3 text-muted text-sm">{t('PDF, JPEG, or PNG, up to 4.5 MB in all.')}</p>
      <ul className="space-y-3">
        {KINDS.map(([kind, label, hint]) => (
          <FileRow
            key={kind}
            disputeId={disputeId}
            kind={kind}
            label={label}
            hint={hint}
            isAnswered={isAnswered}
            file={files.find((file) => file.kind === kind)}
          />
        ))}
      </ul>
    </fieldset>
  )
}

function FileRow({
  disputeId: id,
  kind,
  label,
  hint,
  file,
  isAnswered,
}: {
  disputeId: string
  kind: EvidenceFileKind
  label: string
  hint: string
  file: EvidenceFile | undefined
  isAnswered: boolean
}) {
  const input = useRef<HTMLInputElement>(null)
  const add = useOrderChange('File added', async (api, chosen: File) =>
    api.call('POST /api/admin/disputes/:id/files', {
      id,
      kind,
      name: chosen.name,
      file: new Uint8Array(await chosen.arrayBuffer()),
    }),
  )
  const remove = useOrderChange('File removed', (api, kind: EvidenceFileKind) =>
    api.call('DELETE /api/admin/disputes/:id/files/:kind', { id, kind }),
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 rounded border border-hairline p-3">
      <div className="min-w-0">
        <p className="font-medium text-sm">{label}</p>
        <p className="wrap-anywhere text-muted text-sm">{file ? `${file.name}, ${sizeOf(file)}` : hint}</p>
      </div>
      {!isAnswered && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <input
            ref={input}
            type="file"
            accept={EVIDENCE_FILE_TYPES.join(',')}
            aria-label={t('{label} to upload', { label })}
            className="sr-only"
            tabIndex={-1}
            onChange={({ target }) => {
              const chosen = target.files?.[0]
              target.value = ''
              if (!chosen) return
              if (chosen.size > EVIDENCE_FILES_MAX_BYTES) showErrorToast(EVIDENCE_MESSAGES.filesTooLarge)
              else add.mutate(chosen)
            }}
          />
          <Button
            look="outline"
            isBusy={add.isPending}
            aria-label={`${file ? 'Replace' : 'Add'} ${label.toLowerCase()}`}
            onClick={() => input.current?.click()}
          >
            <UploadIcon className="size-4" /> {file ? t('Replace') : t('Add')}
          </Button>
          {file && (
            <Button
              look="outline"
              isBusy={remove.isPending}
              aria-label={t('Remove {toLowerCase}', { toLowerCase: label.toLowerCase() })}
              onClick={() => remove.mutate(kind)}
            >
              {t('Remove')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

/** '120 KB' */
function sizeOf({ bytes }: EvidenceFile): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
