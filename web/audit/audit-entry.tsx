import { useState } from 'react'
import { Link } from 'react-router'
import { adminAddress, type TabName } from '../admin/address.ts'
import type { AnswerOf } from '../platform/api.ts'
import { useFocusWhenOneGoes } from '../ui/use-focus-when-one-goes.ts'
import { AuditFields } from './audit-fields.tsx'
import { AuditUndo } from './audit-undo.tsx'

type Entry = AnswerOf<'GET /api/admin/audit'>[number]

/** Where a thing that was changed can be looked at. */
const TAB_OF: Record<string, TabName> = {
  product: 'products',
  category: 'categories',
  order: 'orders',
  user: 'customers',
  settings: 'settings',
}

/** One change: who did what to which, each field before and after, and a way to take it back. */
export function AuditEntry({ entry }: { entry: Entry }) {
  const { id, at, actor, action, subjectId, before, after, undoes, undoneBy, canUndo } = entry
  const [isAsked, setAsked] = useState(false)
  // Who has just pressed the button that is gone now reads what became of it.
  const text = useFocusWhenOneGoes<HTMLParagraphElement>(canUndo ? 1 : 0)
  const [kind = '', verb = ''] = action.split('.')
  const tab = TAB_OF[kind]
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== 'version',
  )
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-3 py-3">
      <p ref={text} tabIndex={-1} className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="wrap-anywhere">
          <b className="font-medium">{actor}</b> {verb} {kind}{' '}
          {tab ? (
            <Link className="underline underline-offset-4" to={adminAddress(tab, { edit: subjectId })}>
              {subjectId}
            </Link>
          ) : (
            subjectId
          )}
        </span>
        <span className="text-muted text-sm tabular-nums">
          <time dateTime={at}>
            {new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
          </time>
          {` · no. ${id}`}
          {undoes && ` · takes back no. ${undoes}`}
          {undoneBy && ` · taken back by no. ${undoneBy}`}
        </span>
      </p>
      {canUndo && (
        <button
          type="button"
          aria-label={`Undo no. ${id}`}
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
              ? fields.join(', ')
              : `${fields.slice(0, 4).join(', ')} and ${fields.length - 4} more`}
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
