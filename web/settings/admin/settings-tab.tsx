import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../admin/load-failure.tsx'
import { useApi } from '../../platform/api-context.ts'
import { SyncCard } from '../../sync/sync-card.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { settingsQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'

/** The settings of the shop; the spec repeats the card of the platform sync below them (section 2). */
export function SettingsTab() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery(useApi()))
  return (
    <>
      <h1 className="text-3xl">Settings</h1>
      <div className="mt-6 max-w-3xl space-y-10">
        {isError && <LoadFailure what="The settings" onRetry={() => void refetch()} />}
        {!settings && !isError && <Spinner />}
        {settings && <SettingsForm settings={settings} />}
        <SyncCard />
      </div>
    </>
  )
}
