import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { rejectionMessage } from '../../admin/changes.tsx'
import { useEditConflict } from '../../admin/edit-conflict.tsx'
import { refetchCatalog } from '../../admin/queries.ts'
import { withAmounts } from '../../admin/typed-amount.ts'
import { useSavedToast } from '../../admin/undo.ts'
import { type Api, ApiError, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation } from '../../platform/use-query.ts'
import { showErrorToast } from '../../ui/toast-store.ts'
import { shopInfoQuery } from '../shop-info.tsx'

export type Settings = ResponseOf<'GET /api/admin/settings'>
type Changes = InputOf<'PATCH /api/admin/settings'>

/** Never from the cache, because the form needs the current version. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.settings,
    queryFn: () => api.call('GET /api/admin/settings'),
    staleTime: 0,
    gcTime: 0,
  })

/** Saves the changed settings of a section. The form stays open with the saved values. */
export function useSaveSection<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  settings: Settings,
  section: { amountsOf(values: Values): readonly string[]; valuesOf(settings: Settings): Values },
) {
  const { amountsOf, valuesOf } = section
  const api = useApi()
  const formats = useFormats()
  const queryClient = useQueryClient()
  const { seen, conflict, dismiss, see, showRejection } = useEditConflict(form, settings, valuesOf, () =>
    queryClient.fetchQuery(settingsQuery(api)),
  )
  const afterSaving = useAfterSaving()
  const change = useMutation({
    // One at a time, because each one changes the version that all sections share.
    scope: { id: keys.settings.join() },
    mutationFn: (changes: Changes) => {
      const latest = queryClient.getQueryData(settingsQuery(api).queryKey) ?? settings
      return saveSection(api, changes, { seen, latest }, valuesOf)
    },
    // Doesn't wait for the refetches, because the admin may already save something else while they run.
    onSuccess: (saved) => {
      see(saved)
      void afterSaving(saved, see)
    },
    onError: () => showErrorToast('Error', 'Failed to save the settings. Please try again.'),
  })

  function save() {
    dismiss()
    const [typed, before] = [form.getValues(), valuesOf(seen)].map((values) =>
      withAmounts(values, amountsOf(values), formats),
    ) as [Values, Values]
    change.mutate(changed(typed, before) as Changes, { onError: showRejection })
  }
  return { save, isPending: change.isPending, rejection: rejectionMessage(change.error), conflict }
}

/**
 * Returns a function that shows that settings were saved, with an undo button, and refetches what depends on them.
 * `onUndone` gets the settings after an undo.
 */
function useAfterSaving() {
  const api = useApi()
  const queryClient = useQueryClient()
  const showSaved = useSavedToast()
  return async (saved: Settings, onUndone?: (settings: Settings) => void) => {
    const seen = queryClient.getQueryData(settingsQuery(api).queryKey)
    queryClient.setQueryData(keys.settings, saved)
    showSaved(
      'Settings saved',
      'settings',
      seen && saved.version > seen.version ? { subjectId: 'shop', version: saved.version } : null,
      async () => {
        const now = await queryClient.fetchQuery(settingsQuery(api))
        onUndone?.(now)
      },
    )
    await Promise.all([
      queryClient.invalidateQueries(shopInfoQuery(api)),
      queryClient.invalidateQueries({ queryKey: keys.admin() }),
      refetchCatalog(queryClient),
    ])
  }
}

/**
 * Sends a section's changes. All sections share one version, but a change to another section isn't a conflict.
 * @param seen the settings that the form shows
 * @param latest the settings after another section was saved, or refetched
 * @throws ApiError 'changed_meanwhile' if this section was changed
 */
async function saveSection<Values>(
  api: Api,
  changes: Changes,
  { seen, latest }: { seen: Settings; latest: Settings },
  valuesOf: (settings: Settings) => Values,
): Promise<Settings> {
  const isSame = (settings: Settings) => !differ(valuesOf(settings), valuesOf(seen))
  for (let version = isSame(latest) ? Math.max(latest.version, seen.version) : seen.version; ; ) {
    try {
      return await api.call('PATCH /api/admin/settings', { ...changes, version })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'changed_meanwhile')) throw error
      const now = await api.call('GET /api/admin/settings')
      if (!isSame(now) || now.version === version) throw error
      version = now.version
    }
  }
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

function changed<Values extends FieldValues>(typed: Values, seen: Values): Partial<Values> {
  const names = (Object.keys(typed) as (keyof Values)[]).filter((name) => differ(typed[name], seen[name]))
  return Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<Values>
}
