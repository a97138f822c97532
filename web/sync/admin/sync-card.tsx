import { type ReactNode, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { AUTH_PANEL, isAuthError } from '#contract/sync/rules.ts'
import { Card, LoadFailure } from '../../admin/list-frame.tsx'
import { Editable, May } from '../../admin/permissions.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { ConflictInbox } from './conflict-inbox.tsx'
import { ConnectionForm, OwnedFields, ScheduleSelect } from './connection-form.tsx'
import { connectionQuery, type SyncConnection, type SyncRun, useSync } from './queries.ts'
import { Preview, RunList } from './run-list.tsx'
import { StockJournal } from './stock-journal.tsx'

const SYNC = 'POST /api/admin/sync-runs'

/** The sync with the e-commerce platform (spec section 2), shown in Integrations and in Settings. */
export function SyncCard() {
  const { runs, current, isRunning, syncAll, syncChanged } = useSync()
  const connection = useQuery(connectionQuery(useApi()))
  const isConfigured = connection.data ? connection.data.source !== null : true
  const [last] = runs.data?.items ?? []
  return (
    <Card
      title={t('Platform sync')}
      actions={
        <May use={SYNC}>
          <div className="flex flex-wrap gap-3">
            <Button look="outline" disabled={isRunning || !isConfigured} onClick={syncChanged}>
              {t('Changes only')}
            </Button>
            <Button isBusy={isRunning} disabled={!isConfigured} onClick={syncAll}>
              {isRunning ? t('Syncing...') : t('Sync now')}
            </Button>
          </div>
        </May>
      }
    >
      <p className="mt-1 text-muted text-sm">
        {t('The catalog follows your store on the e-commerce platform. “Sync now” compares every product.')}
      </p>
      <Progress run={current} />
      {!isRunning && isAuthError(last?.error) && <AuthenticationError />}
      {connection.isError && (
        <LoadFailure subject={t('The connection')} onRetry={() => void connection.refetch()} />
      )}
      {!connection.data && !connection.isError && <Skeleton className="mt-4 h-112 sm:h-96" />}
      <Editable by={SYNC}>
        {connection.data && (
          <Connection connection={connection.data}>
            {isConfigured && <Preview isRunning={isRunning} />}
          </Connection>
        )}
        <ConflictInbox />
        <StockJournal />
        <OwnedFields />
      </Editable>
      <h3 className="mt-6 text-lg">{t('Last syncs')}</h3>
      {runs.isError && <LoadFailure subject={t('The last syncs')} onRetry={() => void runs.refetch()} />}
      {!runs.data && !runs.isError && <Skeleton className="mt-3 h-12" />}
      {runs.data && (
        <Editable by={SYNC}>
          <RunList runs={runs.data.items} />
        </Editable>
      )}
    </Card>
  )
}

function Progress({ run }: { run: SyncRun | null }) {
  return (
    <p role="status" className="mt-3 rounded-field bg-paper px-4 py-3 tabular-nums empty:hidden">
      {run &&
        `${run.seen} ${run.seen === 1 ? 'product' : 'products'} compared so far: ${run.created} added, ${run.changed} changed, ${run.archived} archived.`}
    </p>
  )
}

/** Shown for an error that contains 401 (spec section 8). */
function AuthenticationError() {
  return (
    <div role="alert" className="mt-4 rounded-card border border-sale p-4">
      <h3 className="text-sale">{AUTH_PANEL.title}</h3>
      <p className="mt-1">{AUTH_PANEL.text}</p>
    </div>
  )
}

const SOURCES: Record<NonNullable<SyncConnection['source']>, string> = {
  entered: 'entered here',
  settings: 'from the environment',
  sandbox: 'emulated by the sandbox',
}

/** Describes whether webhooks are registered. */
function webhookStatus({ webhooks }: SyncConnection): string {
  if (!webhooks) return 'Arrive within seconds, starting with the next full sync'
  if (webhooks.error === null) return 'Arrive within seconds, by webhook'
  return `Found when a sync runs, because webhooks failed to register. ${webhooks.error}`
}

function Connection({ connection, children }: { connection: SyncConnection; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  const { source, storeUrl, sandboxUrl } = connection
  return (
    <>
      <dl className="mt-4 grid gap-x-6 sm:grid-cols-[9rem_1fr] sm:gap-y-2 max-sm:[&>dd]:mb-3">
        <dt className="text-muted">{t('Store URL')}</dt>
        <dd className="wrap-anywhere">
          {source ? (
            <>
              {storeUrl} <span className="text-muted text-sm">({SOURCES[source]})</span>
            </>
          ) : (
            'Not configured'
          )}
        </dd>
        {source && (
          <>
            <dt className="text-muted">{t('Platform changes')}</dt>
            <dd>{webhookStatus(connection)}</dd>
          </>
        )}
        {sandboxUrl && (
          <>
            <dt className="text-muted">{t('Platform products')}</dt>
            <dd>
              <a className="inline-flex min-h-6 items-center underline" href={`${sandboxUrl}/platform`}>
                {t('Open the platform editor')}
              </a>
            </dd>
          </>
        )}
      </dl>
      <div className="mt-4 flex flex-wrap items-end gap-4">
        <ScheduleSelect minutes={connection.scheduleMinutes} />
        <Button look="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('Connection')}
        </Button>
        {children}
      </div>
      {isOpen && <ConnectionForm connection={connection} onClose={() => setOpen(false)} />}
    </>
  )
}
