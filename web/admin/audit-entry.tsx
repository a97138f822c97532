import { Link } from 'react-router'
import type { AnswerOf } from '../platform/api.ts'
import { adminAddress, type TabName } from './address.ts'

type Entry = AnswerOf<'GET /api/admin/audit'>[number]

/** Where a thing that was changed can be looked at. */
const TAB_OF: Record<string, TabName> = {
  product: 'products',
  category: 'categories',
  order: 'orders',
  user: 'customers',
  settings: 'settings',
}
const LONGEST = 160

/** One change: who did what to which, and each field before and after. */
export function AuditEntry({ entry: { at, actor, action, subjectId, before, after } }: { entry: Entry }) {
  const [kind = '', verb = ''] = action.split('.')
  const tab = TAB_OF[kind]
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => name !== 'version',
  )
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span>
          <b className="font-medium">{actor}</b> {verb} {kind}{' '}
          {tab ? (
            <Link className="underline underline-offset-4" to={adminAddress(tab, { edit: subjectId })}>
              {subjectId}
            </Link>
          ) : (
            subjectId
          )}
        </span>
        <time dateTime={at} className="text-muted text-sm">
          {new Date(at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}
        </time>
      </p>
      {fields.length > 0 && (
        <details className="mt-1 text-sm">
          <summary className="inline-flex min-h-6 cursor-pointer items-center text-muted">
            {fields.length <= 4
              ? fields.join(', ')
              : `${fields.slice(0, 4).join(', ')} and ${fields.length - 4} more`}
          </summary>
          <dl className="mt-2 space-y-1 pl-4">
            {fields.map((name) => (
              <div key={name} className="grid gap-x-3 sm:grid-cols-[10rem_1fr]">
                <dt className="text-muted">{name}</dt>
                <dd className="wrap-anywhere">
                  {before && <del className="text-sale no-underline">{words(before[name])}</del>}
                  {before && after && ' → '}
                  {after && <ins className="text-success no-underline">{words(after[name])}</ins>}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </li>
  )
}

function words(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}
