import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { exceptionText, isLeftOut } from '#contract/sync/rules.ts'
import { rejectionMessage, showRejectionToast } from '../../admin/changes.tsx'
import { DateText } from '../../orders/status.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { callForStream } from '../../platform/api-stream.ts'
import { useMutation } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Trans } from '../../ui/trans.tsx'
import { runsQuery, type SyncRun } from './queries.ts'
import { ChangedProduct, RunChanges } from './run-changes.tsx'

/** The recent runs, newest first, each with its changes. */
export function RunList({ runs }: { runs: SyncRun[] }) {
  if (runs.length === 0) return <p className="mt-3">{t('No syncs yet.')}</p>
  return (
    <ul className="mt-3 divide-y divide-hairline border-hairline border-y">
      {runs.map((run) => (
        <Run key={run.id} run={run} />
      ))}
    </ul>
  )
}

const KINDS: Record<SyncRun['kind'], string> = {
  full: 'all products',
  incremental: 'changes only',
  webhook: 'by webhook',
  undo: 'undone',
}

const STATES: Record<SyncRun['state'], { label: string; look: string }> = {
  running: { label: 'Running', look: 'text-accent' },
  done: { label: 'Done', look: 'text-success' },
  failed: { label: 'Failed', look: 'text-sale' },
}

function Run({ run }: { run: SyncRun }) {
  const [isOpen, setOpen] = useState(false)
  const details = useId()
  const { label, look } = STATES[run.state]
  const count = run.created + run.changed + run.archived + run.failed
  return (
    <li className="py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <p>
          <b className={`font-medium ${look}`}>{label}</b>{' '}
          <span className="text-muted text-sm">
            <Trans
              text={'<dateText/>, {kind}, by {askedBy}'}
              values={{ kind: KINDS[run.kind], askedBy: run.askedBy }}
              parts={{ dateText: <DateText at={run.startedAt} withTime /> }}
            />
          </span>
        </p>
        {count > 0 && (
          <button
            type="button"
            className="min-h-6 text-sm underline"
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {count} {count === 1 ? 'change' : 'changes'}
            <span className="sr-only">{t(' of this sync')}</span>
          </button>
        )}
      </div>
      {run.message && <p className="mt-1">{run.message}</p>}
      {run.error && <p className="mt-1 wrap-anywhere text-muted text-sm">{run.error}</p>}
      {run.isUndone && <p className="mt-1 text-accent">{t('This sync was undone.')}</p>}
      {run.warning && <p className="mt-1 text-accent">{run.warning}</p>}
      {isOpen && (
        <div id={details}>
          <RunChanges run={run} />
          <UndoButton run={run} />
        </div>
      )}
    </li>
  )
}

/** Undoes a sync's changes, except those that conflict with newer ones. */
function UndoButton({ run }: { run: SyncRun }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: () => api.call('POST /api/admin/sync-runs/:id/undo', { id: run.id }),
    onError: showRejectionToast,
    onSettled: () => queryClient.invalidateQueries({ queryKey: runsQuery(api).queryKey }),
  })
  if (run.state === 'running' || run.kind === 'undo' || run.isUndone) return null
  return (
    <div className="mt-3 space-y-1">
      <Button look="outline" isBusy={undo.isPending} onClick={() => undo.mutate()}>
        {t('Undo this sync')}
      </Button>
      <p className="text-muted text-sm">
        {t(
          'Newer changes are kept, and so is stock. Each undone change becomes a conflict, so no sync repeats it.',
        )}
      </p>
    </div>
  )
}

type Line = ResponseOf<'POST /api/admin/sync-preview'>
type Report = Extract<Line, { kind: 'report' }>

/** Previews what 'Sync now' would change, below the row of buttons that it ends. */
export function Preview({ isRunning }: { isRunning: boolean }) {
  const api = useApi()
  const [seen, setSeen] = useState(0)
  const preview = useMutation({
    mutationFn: async () => {
      setSeen(0)
      let report: Report | null = null
      await callForStream(api, 'POST /api/admin/sync-preview', {}, (line) => {
        if (line.kind === 'report') report = line
        else setSeen(line.seen)
      })
      return report as Report | null
    },
  })
  const { reset } = preview
  // A sync makes the preview outdated.
  useEffect(() => {
    if (isRunning) reset()
  }, [isRunning, reset])
  const rejection = rejectionMessage(preview.error)
  return (
    <>
      <Button look="outline" disabled={isRunning} isBusy={preview.isPending} onClick={() => preview.mutate()}>
        {preview.isPending ? t('{seen} compared...', { seen }) : t('Preview')}
      </Button>
      <Rejection className="basis-full">{rejection}</Rejection>
      <div role="status" className="basis-full empty:hidden">
        {preview.data && <PreviewReport report={preview.data} />}
      </div>
    </>
  )
}

function PreviewReport({ report }: { report: Report }) {
  const { created, changed, archived, exceptions, conflicts, failed, changes } = report
  const all = created + changed + archived + failed
  return (
    <div>
      <p>
        <b className="font-medium">{t('A sync would')}</b> add {created}, change {changed}, and archive{' '}
        {archived} of {report.seen} products{failed > 0 && t(' and skip {failed}', { failed })}.{' '}
        {conflicts > 0 &&
          `${conflicts} ${conflicts === 1 ? 'conflict needs' : 'conflicts need'} your decision. `}
        Nothing has been changed.
      </p>
      <Exceptions title={t('Left out')} exceptions={exceptions.filter(isLeftOut)} />
      <Exceptions title={t('Sold differently')} exceptions={exceptions.filter((one) => !isLeftOut(one))} />
      {exceptions.length > 0 && changes.length > 0 && (
        <p className="mt-3 font-medium text-sm">{t('Changes')}</p>
      )}
      <ul className="mt-2 space-y-2 border-hairline border-l-2 pl-4 text-sm">
        {changes.map((change) => (
          <ChangedProduct key={`${change.action}-${change.productId}-${change.name}`} change={change} />
        ))}
      </ul>
      {all > changes.length && (
        <p className="mt-2 text-muted text-sm">{t('And {number} more.', { number: all - changes.length })}</p>
      )}
    </div>
  )
}

/** Lists the platform's products that the shop leaves out or sells differently, with the reasons. */
function Exceptions({ title, exceptions }: { title: string; exceptions: Report['exceptions'] }) {
  if (exceptions.length === 0) return null
  return (
    <div className="mt-3 text-sm">
      <p className="font-medium">{title}</p>
      <ul className="mt-1 space-y-1 border-hairline border-l-2 pl-4">
        {exceptions.map(({ reason, count, products }) => (
          <li key={reason} className="wrap-anywhere">
            {exceptionText({ reason, count })}:{' '}
            <span className="text-muted">
              {products.join('; ')}
              {count > products.length && t('; and {number} more', { number: count - products.length })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
