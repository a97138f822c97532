import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldInSentence } from '#contract/audit/labels.ts'
import { t } from '#contract/language/language.ts'
import { adminAddress, type TabName } from '../../admin/address.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { useMay } from '../../admin/permissions.tsx'
import { UNDO_FAILED, useUndoChange } from '../../admin/undo.ts'
import { DateText } from '../../orders/status.tsx'
import { type Api, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection, Skeleton } from '../../ui/feedback.tsx'
import { Modal } from '../../ui/modal.tsx'
import { showErrorToast } from '../../ui/toast-store.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { AuditChanges, AuditFields } from './audit-fields.tsx'
import { actionText } from './audit-words.ts'

type Entry = ResponseOf<'GET /api/admin/audit'>[number]

/** The tab that shows each kind of record. */
const TAB_OF: Record<string, TabName> = {
  product: 'products',
  category: 'categories',
  order: 'orders',
  page: 'pages',
  user: 'customers',
  settings: 'settings',
}

/** One change: its actor, action, and record, what was before and after, and an undo button. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { id, at, before, after, undoes, undoneBy, canUndo } = entry
  const mayUndo = useMay()('POST /api/admin/audit/:id/undo')
  const [isAsked, setAsked] = useState(false)
  // The undo button disappears when clicked, so the focus moves to the result.
  const text = useFocusAfterRemoval<HTMLLIElement>(canUndo ? 1 : 0)
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== 'version' && !isSame(before?.[name], after?.[name]),
  )
  return (
    <li
      ref={text}
      tabIndex={-1}
      className="grid grid-cols-[1fr_auto] items-start gap-x-6 gap-y-1 py-3 md:grid-cols-[1fr_auto_3rem]"
    >
      <div className="col-span-2 min-w-0 md:col-span-1">
        <p className="wrap-anywhere">
          <Sentence entry={entry} />
        </p>
        <AuditChanges names={fields} before={before} after={after} />
      </div>
      <p className="text-muted text-sm tabular-nums md:mt-1 md:text-right">
        <DateText at={at} withTime />
        <span>
          {` · #${id}`}
          {undoes && ` · undoes #${undoes}`}
          {undoneBy && t(' · undone by #{undoneBy}', { undoneBy })}
        </span>
      </p>
      {canUndo && mayUndo && (
        <button
          type="button"
          aria-label={t('Undo change #{id}', { id })}
          className="tap min-h-6 justify-self-end text-sm underline underline-offset-4 md:mt-0.5"
          onClick={() => setAsked(true)}
        >
          {t('Undo')}
        </button>
      )}
      {isAsked && <AuditUndo id={id} onClose={() => setAsked(false)} />}
    </li>
  )
}

/** 'admin changed product Walnut Monitor Stand' */
function Sentence({ entry: { actor, action, subjectId, subjectName } }: { entry: Entry }) {
  const [kind = ''] = action.split('.')
  const tab = TAB_OF[kind]
  const [verb, rest] = actionText(action).split('{}')
  const name = kind === 'settings' ? 'settings' : (subjectName ?? subjectId)
  return (
    <>
      <span className="font-medium">{actor}</span> {verb}
      {tab && rest !== undefined ? (
        <Link
          className="font-medium underline-offset-4 hover:underline"
          to={adminAddress(tab, { edit: subjectId })}
        >
          {name}
        </Link>
      ) : (
        rest !== undefined && <span className="font-medium">{name}</span>
      )}
      {rest}
    </>
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
    <Modal isOpen onClose={onClose} title={t('Undo change #{id}', { id })}>
      {isError && <LoadFailure subject={t('The values to restore')} onRetry={() => void refetch()} />}
      {!preview && !isError && <Skeleton className="h-16" />}
      {preview && !preview.refusal && (
        <>
          <p>{t('Undo restores these values:')}</p>
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
          {rejection ? t('Close') : t('Cancel')}
        </Button>
        {preview && !rejection && (
          <Button
            isBusy={undo.isPending}
            onClick={() =>
              undo.mutate(id, { onSuccess: onClose, onError: () => showErrorToast('Error', UNDO_FAILED) })
            }
          >
            {t('Undo')}
          </Button>
        )}
      </div>
    </Modal>
  )
}
