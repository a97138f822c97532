import { useMutation, useQueryClient } from '@tanstack/react-query'
import { SCHEDULES } from '#contract/sync/rules.ts'
import { refusalOf } from '../admin/changes.tsx'
import { useApi } from '../platform/api-context.ts'
import { Select } from '../ui/field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { connectionQuery, type SyncConnection } from './queries.ts'

/** How often the shop syncs by itself; in force as soon as it is chosen. */
export function ScheduleSelect({ minutes }: { minutes: SyncConnection['scheduleMinutes'] }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (scheduleMinutes: SyncConnection['scheduleMinutes']) =>
      api.call('PUT /api/admin/sync-schedule', { scheduleMinutes }),
    onSuccess: (connection) => {
      queryClient.setQueryData(connectionQuery(api).queryKey, connection)
      showToast('Schedule saved')
    },
    onError: (error) => showToast('Error', refusalOf(error) ?? undefined, { isDestructive: true }),
  })
  return (
    <div className="min-w-56">
      <Select
        label="Automatic sync"
        disabled={change.isPending}
        value={String(minutes)}
        onChange={({ target }) => {
          const chosen = SCHEDULES.find(([value]) => String(value) === target.value)
          if (chosen) change.mutate(chosen[0])
        }}
      >
        {SCHEDULES.map(([value, label]) => (
          <option key={label} value={String(value)}>
            {label}
          </option>
        ))}
      </Select>
    </div>
  )
}
