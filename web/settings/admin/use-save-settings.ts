import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { rejectionMessage } from '../../admin/changes.tsx'
import { useEditConflict } from '../../admin/edit-conflict.tsx'
import { refetchCatalog } from '../../admin/queries.ts'
import { withAmounts } from '../../admin/typed-amount.ts'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-keys.ts'
import { showToast } from '../../ui/toast-store.ts'
import { shopInfoQuery } from '../shop-info.tsx'

export type Settings = ResponseOf<'GET /api/admin/settings'>
export type SettingsValues = Record<
  | 'shopName'
  | 'supportEmail'
  | 'shippingRate'
  | 'pageSize'
  | 'holdMinutes'
  | 'lowStockThreshold'
  | 'pushStock'
  | 'refundProofAbove'
  | 'reviewsFromBuyersOnly'
  | 'holdSuspiciousReviews',
  string
>

export const AMOUNTS = ['shippingRate', 'refundProofAbove'] as const

/** Saves the changed settings. The form stays open with the saved values. */
export function useSaveSettings(form: UseFormReturn<SettingsValues>, settings: Settings) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useChangeSettings()
  const { seen, conflict, dismiss, see, showRejection } = useEditConflict(form, settings, valuesOf, () =>
    queryClient.fetchQuery(settingsQuery(api)),
  )

  function save() {
    dismiss()
    const input = {
      ...changed(withAmounts(form.getValues(), AMOUNTS), valuesOf(seen)),
      version: seen.version,
    }
    change.mutate(input, { onSuccess: see, onError: showRejection })
  }
  return { save, isPending: change.isPending, rejection: rejectionMessage(change.error), conflict }
}

export function valuesOf(settings: Settings): SettingsValues {
  const { shopName, supportEmail, shippingRate, refundProofAbove } = settings
  const { pageSize, holdMinutes, lowStockThreshold } = settings
  return {
    shopName,
    supportEmail,
    shippingRate,
    refundProofAbove,
    pageSize: String(pageSize),
    holdMinutes: String(holdMinutes),
    lowStockThreshold: String(lowStockThreshold),
    pushStock: String(settings.pushStock),
    reviewsFromBuyersOnly: String(settings.reviewsFromBuyersOnly),
    holdSuspiciousReviews: String(settings.holdSuspiciousReviews),
  }
}

function changed(typed: SettingsValues, seen: SettingsValues): Partial<SettingsValues> {
  const names = (Object.keys(typed) as (keyof SettingsValues)[]).filter((name) => typed[name] !== seen[name])
  return Object.fromEntries(names.map((name) => [name, typed[name]]))
}

/** Never from the cache: the form needs the current version. */
export const settingsQuery = (api: Api) =>
  queryOptions({
    queryKey: keys.settings,
    queryFn: () => api.call('GET /api/admin/settings'),
    staleTime: 0,
    gcTime: 0,
  })

/** Refetches everything on the pages that depends on the settings. */
function useChangeSettings() {
  const api = useApi()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (input: InputOf<'PATCH /api/admin/settings'>) => api.call('PATCH /api/admin/settings', input),
    onSuccess: async () => {
      showToast('Settings saved')
      await Promise.all([
        queryClient.invalidateQueries(shopInfoQuery(api)),
        queryClient.invalidateQueries({ queryKey: keys.admin() }),
        refetchCatalog(queryClient),
      ])
    },
    onError: () =>
      showToast('Error', 'Failed to save the settings. Please try again.', { isDestructive: true }),
  })
}
