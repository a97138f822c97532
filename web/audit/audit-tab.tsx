import { useQuery } from '@tanstack/react-query'
import { AUDIT_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { useAdminAddress } from '../admin/address.ts'
import { ListFrame } from '../admin/list-frame.tsx'
import { auditFacetsQuery, auditQuery } from '../admin/queries.ts'
import { useApi } from '../platform/api-context.ts'
import { Field, Select } from '../ui/field.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { AuditSeal } from './audit-verify.tsx'

const FILTERS = ['actor', 'action', 'subjectId', 'from', 'to'] as const

/** Every change by an admin: who, when, what, before and after; what can go back, goes back from here (contract section 8). */
export function AuditTab() {
  const api = useApi()
  const { read, page, filter } = useAdminAddress()
  const query = Object.fromEntries(FILTERS.map((name) => [name, read(name)]))
  const list = useQuery(auditQuery(api, { ...query, page }))
  const { data: facets } = useQuery(auditFacetsQuery(api))
  return (
    <>
      <h1 className="text-3xl">Audit Log</h1>
      <AuditSeal />
      <section
        aria-label="Audit log"
        className="mt-5 grid grid-cols-2 items-end gap-3 xl:grid-cols-5 max-xl:[&>:nth-child(3)]:col-span-2"
      >
        <Select label="Who" {...filter('actor')}>
          <option value="">Everybody</option>
          {facets?.actors.map((actor) => (
            <option key={actor}>{actor}</option>
          ))}
        </Select>
        <Select label="What was done" {...filter('action')}>
          <option value="">Everything</option>
          {facets?.actions.map((action) => (
            <option key={action}>{action}</option>
          ))}
        </Select>
        <Field label="ID of what was changed" {...filter('subjectId')} />
        <Field label="From" type="date" {...filter('from')} />
        <Field label="To" type="date" {...filter('to')} />
      </section>
      <ListFrame
        what="changes"
        one="change"
        list={list}
        filters={FILTERS}
        pageSize={AUDIT_PAGE_SIZE}
        empty="No admin has changed anything yet."
      >
        {(entries) => (
          <ol className="divide-y divide-hairline border-hairline border-t">
            {entries.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListFrame>
    </>
  )
}
