import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { showRejectionToast } from '../../admin/changes.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { DateText } from '../../orders/status.tsx'
import { type Api, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Trans } from '../../ui/trans.tsx'

type Last = NonNullable<ResponseOf<'GET /api/admin/integrity'>['last']>

/** Poll interval while a requested reconciliation runs. */
const ASK_AGAIN_MS = 1000

const integrityQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.admin('integrity'),
    queryFn: () => api.call('GET /api/admin/integrity'),
    staleTime: 0,
  })

/** The result of the last reconciliation of orders, payments, and stock, with a button to run it now. */
export function IntegrityCard() {
  const api = useApi()
  const queryClient = useQueryClient()
  const [askedAt, setAskedAt] = useState<string | null>(null)
  const isOver = (last: Last | null | undefined) =>
    askedAt === null || (last?.startedAt !== undefined && last.startedAt >= askedAt)
  const { data, isError, refetch } = useQuery({
    ...integrityQuery(api),
    refetchInterval: ({ state }) => (isOver(state.data?.last) ? false : ASK_AGAIN_MS),
  })
  const run = useMutation({
    mutationFn: () => api.call('POST /api/admin/integrity/run'),
    onSuccess: (response) => {
      setAskedAt(response.askedAt)
      return queryClient.invalidateQueries(integrityQuery(api))
    },
    onError: showRejectionToast,
  })
  const isRunning = run.isPending || !isOver(data?.last)
  return (
    <section aria-labelledby="integrity" className="mt-10 border-hairline border-t pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="integrity" className="text-lg">
          {t('Integrity')}
        </h2>
        <Button look="outline" isBusy={isRunning} onClick={() => run.mutate()}>
          {isRunning ? t('Running...') : t('Run now')}
        </Button>
      </div>
      <p className="mt-1 text-muted text-sm">
        {t(
          'Every night, we compare payments with the payment provider and stock with its journal, and verify the audit log.',
        )}
      </p>
      {isError && <LoadFailure subject={t('The last result')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="mt-4 h-12" />}
      {data && <Result last={data.last} />}
    </section>
  )
}

function Result({ last }: { last: Last | null }) {
  if (!last) return <p className="mt-4">{t('No results yet.')}</p>
  const { finishedAt, compared, findings: discrepancies } = last
  return (
    <div role="status" className="mt-4">
      <p>
        {discrepancies.length === 0 ? (
          <b className="font-medium text-success">{t('No discrepancies found.')}</b>
        ) : (
          <b className="font-medium text-sale">
            {discrepancies.length} {discrepancies.length === 1 ? 'discrepancy' : 'discrepancies'}
          </b>
        )}{' '}
        <span className="text-muted text-sm tabular-nums">
          <Trans
            text={'{compared} compared, <dateText/>'}
            values={{ compared }}
            parts={{ dateText: <DateText at={finishedAt} withTime /> }}
          />
        </span>
      </p>
      <ul className="mt-2 space-y-2">
        {discrepancies.map(({ kind, subject, text, isRepaired }) => (
          <li key={`${kind}-${subject}`} className="text-sm">
            <b className="break-all font-medium">{subject}</b>: {text}{' '}
            <span className={isRepaired ? 'text-success' : 'text-sale'}>
              {isRepaired ? t('Resolved.') : t('Needs attention.')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
