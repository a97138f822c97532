import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  FIELD_LABELS,
  SCHEDULES,
  SYNC_FIELDS,
  type SyncField,
  VARIANT_SYNC_FIELDS,
} from '#contract/sync/rules.ts'
import { rejectionMessage } from '../admin/changes.tsx'
import { useApi } from '../platform/api.ts'
import { Checkbox, Select } from '../ui/field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { conflictsQuery, connectionQuery, ownersQuery, type SyncConnection } from './queries.ts'

/** The fields that the shop owns. Changes are saved immediately. */
export function OwnedFields() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data } = useQuery(ownersQuery(api))
  const change = useMutation({
    mutationFn: (here: SyncField[]) => api.call('PUT /api/admin/sync-owners', { here }),
    onSuccess: (owners) => {
      queryClient.setQueryData(ownersQuery(api).queryKey, owners)
      showToast('Fields saved')
      return queryClient.invalidateQueries({ queryKey: conflictsQuery(api, 'open').queryKey })
    },
    onError: (error) => showToast('Error', rejectionMessage(error) ?? undefined, { isDestructive: true }),
  })
  if (!data) return null
  const toggle = (field: SyncField) =>
    change.mutate(
      data.here.includes(field) ? data.here.filter((one) => one !== field) : [...data.here, field],
    )
  return (
    <details className="mt-3">
      <summary className="min-h-6 cursor-pointer">Source of truth</summary>
      <fieldset className="mt-2" disabled={change.isPending}>
        <legend className="text-muted text-sm">
          The platform is the source of truth for every field you don’t check.
        </legend>
        <div className="mt-2 grid gap-x-4 sm:grid-cols-3">
          {[...SYNC_FIELDS, ...VARIANT_SYNC_FIELDS].map((field) => (
            <Checkbox
              key={field}
              label={FIELD_LABELS[field]}
              checked={data.here.includes(field)}
              onChange={() => toggle(field)}
            />
          ))}
        </div>
      </fieldset>
    </details>
  )
}

/** The interval of automatic syncs. A choice is saved immediately. */
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
    onError: (error) => showToast('Error', rejectionMessage(error) ?? undefined, { isDestructive: true }),
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
