import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldInSentence, fieldLabel } from '#contract/audit/labels.ts'
import { adminAddress, type TabName } from '../../admin/address.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { UNDO_FAILED, useUndoChange } from '../../admin/undo.ts'
import { DateText } from '../../orders/status.tsx'
import { type Api, type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { keys } from '../../platform/query-cache.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection, Skeleton } from '../../ui/feedback.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showErrorToast } from '../../ui/toast-store.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { actionText, valueText } from './audit-words.ts'

type Entry = ResponseOf<'GET /api/admin/audit'>[number]

/** The tab that shows each kind of record. */
const TAB_OF: Record<string, TabName> = {
  product: 'products',
  category: 'categories',
  order: 'orders',
  user: 'customers',
  settings: 'settings',
}

/** One change, with its actor, action, record, the old and new value of each field, and an undo button. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { id, at, actor, action, subjectId, before, after, undoes, undoneBy, canUndo } = entry
  const [isAsked, setAsked] = useState(false)
  // The undo button disappears when clicked, so the focus moves to the result.
  const text = useFocusAfterRemoval<HTMLParagraphElement>(canUndo ? 1 : 0)
  const [kind = ''] = action.split('.')
  const tab = TAB_OF[kind]
  const [verb, rest] = actionText(action).split('{}')
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== 'version' && !isSame(before?.[name], after?.[name]),
  )
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-3 py-3">
      <p ref={text} tabIndex={-1} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="wrap-anywhere">
          <b className="font-medium">{actor}</b> {verb}
          {tab && rest !== undefined ? (
            <Link className="underline underline-offset-4" to={adminAddress(tab, { edit: subjectId })}>
              {kind === 'settings' ? 'settings' : subjectId}
            </Link>
          ) : (
            rest !== undefined && subjectId
          )}
          {rest}
        </span>
        <span className="text-muted text-sm tabular-nums">
          <DateText at={at} withTime />
          {` · #${id}`}
          {undoes && ` · undoes #${undoes}`}
          {undoneBy && ` · undone by #${undoneBy}`}
        </span>
      </p>
      {canUndo && (
        <button
          type="button"
          aria-label={`Undo change #${id}`}
          className="min-h-6 text-sm underline underline-offset-4"
          onClick={() => setAsked(true)}
        >
          Undo
        </button>
      )}
      {fields.length > 0 && (
        <details className="col-span-2 mt-1 min-w-0 text-sm">
          <summary className="min-h-6 w-fit cursor-pointer py-0.5 text-muted">
            {fields.length <= 4
              ? fields.map(fieldLabel).join(', ')
              : `${fields.slice(0, 4).map(fieldLabel).join(', ')}, and ${fields.length - 4} more`}
          </summary>
          <div className="pl-4">
            <AuditFields names={fields} before={before} after={after} />
          </div>
        </details>
      )}
      {isAsked && <AuditUndo id={id} onClose={() => setAsked(false)} />}
    </li>
  )
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Never from the cache, because other admins may change the shop. */
const undoQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: keys.undo(id),
    queryFn: () => api.call('GET /api/admin/audit/:id/undo', { id }),
    staleTime: 0,
    gcTime: 0,
  })

/** Previews an undo and carries it out. If the server rejects it, the dialog shows why. */
function AuditUndo({ id, onClose }: { id: number; onClose(): void }) {
  const api = useApi()
  const { data: preview, isError, refetch } = useQuery(undoQuery(api, id))
  const undo = useUndoChange()
  const rejection = rejectionMessage(undo.error) ?? preview?.refusal
  return (
    <Modal isOpen onClose={onClose} title={`Undo change #${id}`}>
      {isError && <LoadFailure subject="The values to restore" onRetry={() => void refetch()} />}
      {!preview && !isError && <Skeleton className="h-16" />}
      {preview && !preview.refusal && (
        <>
          <p>Undo restores these values:</p>
          <AuditFields names={Object.keys(preview.back)} before={preview.now} after={preview.back} />
          {preview.staying.length > 0 && (
            <p className="mt-3 text-muted">
              Orders have changed the {preview.staying.map(fieldInSentence).join(' and the ')} since, so it
              stays unchanged.
            </p>
          )}
        </>
      )}
      <Rejection>{rejection}</Rejection>
      <div className="mt-5 flex justify-end gap-3">
        <Button look="outline" onClick={onClose}>
          {rejection ? 'Close' : 'Cancel'}
        </Button>
        {preview && !rejection && (
          <Button
            isBusy={undo.isPending}
            onClick={() =>
              undo.mutate(id, { onSuccess: onClose, onError: () => showErrorToast('Error', UNDO_FAILED) })
            }
          >
            Undo
          </Button>
        )}
      </div>
    </Modal>
  )
}

type Fields = Record<string, unknown> | null

/** The changed fields with their old and new values. */
function AuditFields({ names, before, after }: { names: string[]; before: Fields; after: Fields }) {
  const { formatCents } = useFormats()
  return (
    <dl className="mt-2 space-y-1">
      {names.map((name) => (
        <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
          <dt className="text-muted">{fieldLabel(name)}</dt>
          <dd className="wrap-anywhere">
            {before && (
              <del className="text-sale no-underline">
                {valueText(name, before[name], after?.[name], formatCents)}
              </del>
            )}
            {before && after && ' → '}
            {after && (
              <ins className="text-success no-underline">
                {valueText(name, after[name], before?.[name], formatCents)}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
