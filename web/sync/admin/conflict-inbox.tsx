import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { FIELD_LABELS } from '#contract/sync/rules.ts'
import { adminAddress } from '../../admin/address.ts'
import { showRejectionToast } from '../../admin/changes.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { refetchCatalog } from '../../admin/queries.ts'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { Trans } from '../../ui/trans.tsx'
import { conflictsQuery } from './queries.ts'
import { shownValue } from './run-changes.tsx'

type Conflict = ResponseOf<'GET /api/admin/sync-conflicts'>[number]
type Choice = { id: number; choose: 'here' | 'platform' }

/** Fields that were edited in the shop but follow the platform, with both values and a choice. */
export function ConflictInbox() {
  const api = useApi()
  const queryClient = useQueryClient()
  const open = useQuery(conflictsQuery(api, 'open'))
  const keptConflicts = useQuery(conflictsQuery(api, 'kept'))
  const settle = useMutation({
    mutationFn: (choice: Choice) => api.call('POST /api/admin/sync-conflicts/:id', choice),
    onSuccess: (_answer, { choose }) =>
      showToast(choose === 'here' ? t('Store value kept') : t('Platform value applied')),
    onError: showRejectionToast,
    onSettled: () => refetchCatalog(queryClient),
  })
  if (open.isError) {
    return <LoadFailure subject={t('The conflicts')} onRetry={() => void open.refetch()} />
  }
  const conflicts = open.data?.items ?? []
  const settled = keptConflicts.data?.items ?? []
  if (conflicts.length === 0 && settled.length === 0) return null
  const list = (items: Conflict[]) => (
    <ul className="mt-2 divide-y divide-hairline border-hairline border-y">
      {items.map((conflict) => (
        <ConflictRow
          key={conflict.id}
          conflict={conflict}
          isBusy={settle.isPending}
          onChoose={(choose) => settle.mutate({ id: conflict.id, choose })}
        />
      ))}
    </ul>
  )
  return (
    <section aria-label={t('Conflicts with the platform')} className="mt-6">
      {conflicts.length > 0 && (
        <>
          <h3 className="text-lg">
            {open.data?.total} {open.data?.total === 1 ? 'conflict' : 'conflicts'}
          </h3>
          <p className="mt-1 text-muted text-sm">
            {t('These fields changed in both places. Choose a value to keep.')}
          </p>
          {list(conflicts)}
        </>
      )}
      {settled.length > 0 && (
        <details className="mt-3">
          <summary className="min-h-6 cursor-pointer">
            {keptConflicts.data?.total} resolved with the store value
          </summary>
          {list(settled)}
        </details>
      )}
    </section>
  )
}

function ConflictRow({
  conflict: { name, productId, variant, field, here, platform, state },
  isBusy,
  onChoose,
}: {
  conflict: Conflict
  isBusy: boolean
  onChoose(choose: Choice['choose']): void
}) {
  const label = variant === null ? FIELD_LABELS[field] : `${variant}: ${FIELD_LABELS[field]}`
  const what = `${label} of ${name}`
  return (
    <li className="py-3">
      <p className="font-medium">
        {label} of{' '}
        {productId === null ? (
          name
        ) : (
          <Link className="underline" to={adminAddress('products', { edit: String(productId) })}>
            {name}
          </Link>
        )}
      </p>
      <dl className="mt-1 grid grid-cols-[5rem_1fr] gap-x-4 text-sm">
        <dt className="text-muted">{t('Store')}</dt>
        <dd className="wrap-anywhere">{shownValue(here)}</dd>
        <dt className="text-muted">{t('Platform')}</dt>
        <dd className="wrap-anywhere">{shownValue(platform)}</dd>
      </dl>
      <div className="mt-2 flex flex-wrap gap-3">
        {state === 'open' && (
          <Button look="outline" disabled={isBusy} onClick={() => onChoose('here')}>
            <Trans
              text={'Keep store value<span>: {what}</span>'}
              values={{ what }}
              parts={{ span: <span className="sr-only" /> }}
            />
          </Button>
        )}
        <Button look="outline" disabled={isBusy} onClick={() => onChoose('platform')}>
          <Trans
            text={'Use platform value<span>: {what}</span>'}
            values={{ what }}
            parts={{ span: <span className="sr-only" /> }}
          />
        </Button>
      </div>
    </li>
  )
}
