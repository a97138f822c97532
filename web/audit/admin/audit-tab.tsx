import { useState } from 'react'
import { AUDIT_PAGE_SIZE } from '#contract/catalog/rules.ts'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { auditFacetsQuery, auditQuery } from '../../admin/queries.ts'
import { useFormatCount } from '../../admin/use-format-count.ts'
import { type Api, useApi } from '../../platform/api.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Trans } from '../../ui/trans.tsx'
import { AuditEntry } from './audit-entry.tsx'
import { actionName } from './audit-words.ts'

const FILTERS = ['actor', 'action', 'subjectId', 'from', 'to'] as const

/**
 * All changes made by admins, with actor, time, action, and values before and after. Changes are undone here (contract
 * section 8).
 */
export function AuditTab() {
  const api = useApi()
  const { read, page, filter } = useAdminAddress()
  const query = Object.fromEntries(FILTERS.map((name) => [name, read(name)]))
  const list = useQuery(auditQuery(api, { ...query, page }))
  const { data: facets } = useQuery(auditFacetsQuery(api))
  return (
    <>
      <h1 className="type-title">{t('Audit log')}</h1>
      <section
        aria-label={t('Audit log')}
        className="mt-5 grid grid-cols-2 items-end gap-3 xl:grid-cols-5 max-xl:[&>:nth-child(3)]:col-span-2"
      >
        <Select label={t('User')} {...filter('actor')}>
          <option value="">{t('All users')}</option>
          {facets?.actors.map((actor) => (
            <option key={actor}>{actor}</option>
          ))}
        </Select>
        <Select label={t('Action')} {...filter('action')}>
          <option value="">{t('All actions')}</option>
          {facets?.actions.map((action) => (
            <option key={action} value={action}>
              {actionName(action)}
            </option>
          ))}
        </Select>
        <Field label={t('Order or product ID')} {...filter('subjectId')} />
        <Field label={t('From')} type="date" {...filter('from')} />
        <Field label={t('To')} type="date" {...filter('to')} />
      </section>
      <ListFrame
        plural="changes"
        singular="change"
        list={list}
        filters={FILTERS}
        pageSize={AUDIT_PAGE_SIZE}
        empty={t('No changes yet.')}
      >
        {(entries) => (
          <ol className="divide-y divide-hairline border-hairline border-t">
            {entries.map((entry) => (
              <AuditEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListFrame>
      <AuditVerify />
    </>
  )
}

/** Verifies the log, and shows the latest checkpoint hash for a later comparison. */
function AuditVerify() {
  const api = useApi()
  const [savedHash, setSavedHash] = useState('')
  const [checked, setChecked] = useState(0)
  const formatCount = useFormatCount()
  const check = useMutation({ mutationFn: () => checkAll(api, savedHash.trim(), setChecked) })
  return (
    <details className="mt-near border-hairline border-t pt-4">
      <summary className="min-h-6 cursor-pointer font-medium">{t('Verify audit log')}</summary>
      <p className="mt-2 max-w-prose text-muted text-sm">
        {t(
          'Each entry’s hash includes the entry before it. Save the latest checkpoint outside the shop: anyone with full write access to the database could recompute the whole chain, and only a saved checkpoint would reveal it.',
        )}
      </p>
      <form
        className="mt-3 flex flex-wrap items-end gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(0)
          check.mutate()
        }}
      >
        <div className="min-w-0 grow basis-64">
          <Field
            label={t('Saved checkpoint (optional)')}
            autoComplete="off"
            spellCheck={false}
            value={savedHash}
            onChange={({ target }) => setSavedHash(target.value)}
          />
        </div>
        <Button type="submit" look="outline" isBusy={check.isPending}>
          {check.isPending ? t('Verifying...') : t('Verify now')}
        </Button>
      </form>
      <div role="status" className="mt-3 text-sm">
        {check.isPending && checked > 0 && (
          <p>{t('{checked} entries verified so far.', { checked: formatCount(checked) })}</p>
        )}
        {check.data && <Result {...check.data} />}
      </div>
      {check.error && (
        <p role="alert" className="mt-3 text-sale text-sm">
          {rejectionMessage(check.error)}
        </p>
      )}
    </details>
  )
}

function Result({ checked, of, finding, seal }: Awaited<ReturnType<typeof checkAll>>) {
  const formatCount = useFormatCount()
  const fit = `${formatCount(checked)} of ${formatCount(of)} entries verified.`
  return (
    <>
      <p className={finding ? 'text-sale' : 'text-success'}>
        {finding ? `${finding.text} ${fit}` : t('Log intact: {fit}', { fit })}
      </p>
      {seal && (
        <p className="mt-2">
          <Trans
            text={'Latest checkpoint: <code>{seal}</code>'}
            values={{ seal }}
            parts={{ code: <code className="break-all font-mono" /> }}
          />
        </p>
      )}
    </>
  )
}

/** Verifies a long log in batches, so each request is short. */
async function checkAll(api: Api, savedHash: string, onProgress: (checked: number) => void) {
  for (let after = 0; ; ) {
    const response = await api.call('GET /api/admin/audit/integrity', {
      after,
      ...(savedHash && { seal: savedHash }),
    })
    if (response.next === null) return response
    onProgress(response.checked)
    after = response.next
  }
}
