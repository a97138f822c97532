import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type AnswerOf, ApiError } from '../../platform/api.ts'
import { useApi } from '../../platform/api-context.ts'
import { refusalOf } from '../changes.ts'
import type { Meanwhile } from '../meanwhile-note.tsx'
import { settingsQuery, useChangeSettings } from './queries.ts'

export type Settings = AnswerOf<'GET /api/admin/settings'>
export type SettingsValues = Record<
  'shopName' | 'supportEmail' | 'shippingRate' | 'pageSize' | 'holdMinutes' | 'lowStockThreshold',
  string
>

/**
 * Saves what was changed. When another admin was faster, what they changed comes into the fields that were not touched here,
 * and is told; what was typed here stays.
 */
export function useSaveSettings(form: UseFormReturn<SettingsValues>, settings: Settings) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useChangeSettings()
  const [seen, setSeen] = useState(settings)
  const [meanwhile, setMeanwhile] = useState<Meanwhile<SettingsValues> | null>(null)

  async function lookAgain(message: string) {
    const now = await queryClient.fetchQuery(settingsQuery(api))
    setMeanwhile({ message, before: valuesOf(seen), now: valuesOf(now), typed: form.getValues() })
    form.reset(valuesOf(now), { keepDirtyValues: true })
    setSeen(now)
  }
  function showRefusal(error: Error) {
    if (!(error instanceof ApiError)) return
    if (error.code === 'changed_meanwhile') {
      void lookAgain(error.serverMessage ?? '')
      return
    }
    for (const { path, message } of error.errors) form.setError(path as keyof SettingsValues, { message })
  }
  function save() {
    setMeanwhile(null)
    const input = { ...changed(form.getValues(), valuesOf(seen)), version: seen.version }
    change.mutate(input, {
      onSuccess: (now) => {
        form.reset(valuesOf(now))
        setSeen(now)
      },
      onError: showRefusal,
    })
  }
  return { save, isPending: change.isPending, refusal: refusalOf(change.error), meanwhile }
}

export function valuesOf(settings: Settings): SettingsValues {
  const { shopName, supportEmail, shippingRate, pageSize, holdMinutes, lowStockThreshold } = settings
  return {
    shopName,
    supportEmail,
    shippingRate,
    pageSize: String(pageSize),
    holdMinutes: String(holdMinutes),
    lowStockThreshold: String(lowStockThreshold),
  }
}

function changed(typed: SettingsValues, seen: SettingsValues): Partial<SettingsValues> {
  const names = (Object.keys(typed) as (keyof SettingsValues)[]).filter((name) => typed[name] !== seen[name])
  return Object.fromEntries(names.map((name) => [name, typed[name]]))
}
