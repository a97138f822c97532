import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '#contract/language/language.ts'
import {
  FIELD_LABELS,
  SCHEDULES,
  SYNC_FIELDS,
  type SyncField,
  VARIANT_SYNC_FIELDS,
} from '#contract/sync/rules.ts'
import { rejectionMessage, showRejectionToast } from '../../admin/changes.tsx'
import { type Api, ApiError, type InputOf, useApi } from '../../platform/api.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { conflictsQuery, connectionQuery, ownersQuery, type SyncConnection } from './queries.ts'

type Input = InputOf<'PUT /api/admin/sync-connection'>

/** URL and keys of the store. Secrets are write-only: if a field is left empty, the stored value is kept. */
export function ConnectionForm({ connection, onClose }: { connection: SyncConnection; onClose(): void }) {
  const [values, setValues] = useState({
    storeUrl: connection.storeUrl,
    apiKey: connection.apiKey,
    accessToken: '',
    apiSecret: '',
  })
  const save = useConnectionChange(
    (api, input: Input) => api.call('PUT /api/admin/sync-connection', input),
    'Connection saved',
    onClose,
  )
  const disconnect = useConnectionChange(
    (api) => api.call('DELETE /api/admin/sync-connection'),
    'Disconnected',
    onClose,
  )
  const field = (name: keyof typeof values) => ({
    name,
    value: values[name],
    error:
      save.error instanceof ApiError
        ? save.error.errors.find(({ path }) => path === name)?.message
        : undefined,
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  })
  const secret = (name: 'accessToken' | 'apiSecret', isKept: boolean) => ({
    ...field(name),
    type: 'password',
    autoComplete: 'off',
    placeholder: isKept ? 'Saved. Enter a new one to replace it' : '',
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const accessToken = values.accessToken.trim() || undefined
    const apiSecret = values.apiSecret.trim() || undefined
    // A token takes precedence over a secret, so entering only a secret removes the token.
    const secrets = { apiSecret, accessToken: apiSecret && !accessToken ? null : accessToken }
    save.mutate({ storeUrl: values.storeUrl, apiKey: values.apiKey, ...secrets })
  }
  const rejection = rejectionMessage(save.error ?? disconnect.error)
  return (
    <form noValidate className="mt-4 max-w-xl space-y-4 border-hairline border-t pt-4" onSubmit={submit}>
      <Field label={t('Store URL')} placeholder="https://your-store.myshopify.com" {...field('storeUrl')} />
      <Field label={t('API key')} autoComplete="off" {...field('apiKey')} />
      <Field
        label={t('Access token')}
        hint={t('For apps created before 2026.')}
        {...secret('accessToken', connection.hasAccessToken)}
      />
      <Field
        label={t('API secret')}
        hint={t('For newer apps. The shop requests a new token every day.')}
        {...secret('apiSecret', connection.hasApiSecret)}
      />
      <Rejection className="">{rejection}</Rejection>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isBusy={save.isPending}>
          {t('Save connection')}
        </Button>
        {connection.source === 'entered' && (
          <Button look="outline" isBusy={disconnect.isPending} onClick={() => disconnect.mutate({})}>
            {t('Disconnect')}
          </Button>
        )}
      </div>
    </form>
  )
}

function useConnectionChange<I>(
  send: (api: Api, input: I) => Promise<SyncConnection>,
  title: string,
  onDone: () => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: I) => send(api, input),
    onSuccess: (connection) => {
      queryClient.setQueryData(connectionQuery(api).queryKey, connection)
      showToast(title)
      onDone()
    },
  })
}

/** The fields that the shop owns. Changes are saved immediately. */
export function OwnedFields() {
  const api = useApi()
  const queryClient = useQueryClient()
  const { data } = useQuery(ownersQuery(api))
  const change = useMutation({
    mutationFn: (here: SyncField[]) => api.call('PUT /api/admin/sync-owners', { here }),
    onSuccess: (owners) => {
      queryClient.setQueryData(ownersQuery(api).queryKey, owners)
      showToast(t('Fields saved'))
      return queryClient.invalidateQueries({ queryKey: conflictsQuery(api, 'open').queryKey })
    },
    onError: showRejectionToast,
  })
  if (!data) return null
  const toggle = (field: SyncField) =>
    change.mutate(
      data.here.includes(field) ? data.here.filter((one) => one !== field) : [...data.here, field],
    )
  return (
    <details className="mt-3">
      <summary className="min-h-6 cursor-pointer">{t('Source of truth')}</summary>
      <fieldset className="mt-2" disabled={change.isPending}>
        <legend className="text-muted text-sm">
          {t('The platform is the source of truth for every field you don’t check.')}
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
      showToast(t('Schedule saved'))
    },
    onError: showRejectionToast,
  })
  return (
    <div className="min-w-56">
      <Select
        label={t('Automatic sync')}
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
