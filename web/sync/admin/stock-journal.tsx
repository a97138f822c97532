import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { lineName } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { adminAddress } from '../../admin/address.ts'
import { showRejectionToast } from '../../admin/changes.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { refetchCatalog } from '../../admin/queries.ts'
import { DateText } from '../../orders/status.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { stockJournalQuery } from './queries.ts'

type Entry = ResponseOf<'GET /api/admin/stock-journal'>[number]
type Decision = 'retry' | 'applied' | 'dismissed'

const STATE_TEXTS: Record<Decision, string> = {
  retry: 'Change resent',
  applied: 'Marked as adjusted',
  dismissed: 'Dismissed',
}
const REASONS: Record<Entry['reason'], string> = {
  set: 'set by an admin',
  taken: 'sold here',
  'put back': 'returned here',
  platform: 'changed on the platform',
}
const STATES: Record<NonNullable<Entry['push']>['state'], string> = {
  waiting: 'Waiting to be sent',
  sending: 'Sent, not confirmed yet',
  applied: 'Applied on the platform',
  refused: 'Rejected by the platform',
  unknown: 'Unknown whether it was applied',
  dismissed: 'Not applied on the platform',
}

/** Stock changes that the platform hasn't applied, and the latest changes on both channels. */
export function StockJournal() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const open = useQuery(stockJournalQuery(api, 'open'))
  const all = useQuery({ ...stockJournalQuery(api, 'all'), enabled: isOpen })
  const decide = useMutation({
    mutationFn: (choice: { id: number; decision: Decision }) =>
      api.call('POST /api/admin/stock-journal/:id', choice),
    onSuccess: (_answer, { decision }) => showToast(STATE_TEXTS[decision]),
    onError: showRejectionToast,
    onSettled: () => refetchCatalog(queryClient),
  })
  if (open.isError)
    return <LoadFailure subject={t('The stock changes')} onRetry={() => void open.refetch()} />
  const waiting = open.data?.items ?? []
  return (
    <section aria-label={t('Stock on both channels')} className="mt-6">
      {waiting.length > 0 && (
        <>
          <h3 className="text-lg">
            {open.data?.total} stock {open.data?.total === 1 ? 'change' : 'changes'} not applied on the
            platform
          </h3>
          <ul className="mt-2 divide-y divide-hairline border-hairline border-y">
            {waiting.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                isBusy={decide.isPending}
                onDecide={(decision) => decide.mutate({ id: entry.id, decision })}
              />
            ))}
          </ul>
        </>
      )}
      <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-6 cursor-pointer">{t('Stock changes on both channels')}</summary>
        {all.isError && <LoadFailure subject={t('The stock changes')} onRetry={() => void all.refetch()} />}
        {all.data?.items.length === 0 && <p className="mt-2 text-muted">{t('No changes yet.')}</p>}
        <ul className="mt-2 divide-y divide-hairline border-hairline border-y empty:hidden">
          {all.data?.items.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ul>
      </details>
    </section>
  )
}

function EntryRow({
  entry: { at, name: product, variant, productId, change, reason, orderId, push },
  isBusy,
  onDecide,
}: {
  entry: Entry
  isBusy?: boolean
  onDecide?(decision: Decision): void
}) {
  const isStuck = push?.state === 'refused' || push?.state === 'unknown'
  const name = lineName(product, variant === null ? null : { title: variant })
  const what = `${signed(change)} of ${name}`
  const button = (decision: Decision, label: string) => (
    <Button look="outline" disabled={isBusy} onClick={() => onDecide?.(decision)}>
      {label}
      <span className="sr-only">: {what}</span>
    </Button>
  )
  return (
    <li className="py-3">
      <p>
        <span className="font-medium tabular-nums">{signed(change)}</span>{' '}
        <Link className="underline" to={adminAddress('products', { edit: String(productId) })}>
          {name}
        </Link>
        , {REASONS[reason]}
        {orderId && ` (${orderId})`}
      </p>
      <p className="mt-1 text-muted text-sm">
        <DateText at={at} withTime />
        {push && ` · ${STATES[push.state]}`}
      </p>
      {push?.error && <p className="wrap-anywhere mt-1 text-sm">{push.error}</p>}
      {isStuck && onDecide && (
        <div className="mt-2 flex flex-wrap gap-3">
          {button('retry', 'Resend')}
          {button('applied', 'Mark as adjusted')}
          {button('dismissed', 'Dismiss')}
        </div>
      )}
    </li>
  )
}

/** With a minus sign instead of a hyphen. */
const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`)
