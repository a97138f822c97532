import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Resolver, useForm } from 'react-hook-form'
import { SettingsFields } from '#contract/settings/api.ts'
import { RejectionNote } from '../../admin/edit-conflict.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { amountsResolver } from '../../admin/typed-amount.ts'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { useApi } from '../../platform/api.ts'
import { SyncCard } from '../../sync/sync-card.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { Spinner } from '../../ui/loading.tsx'
import {
  AMOUNTS,
  type Settings,
  type SettingsValues,
  settingsQuery,
  useSaveSettings,
  valuesOf,
} from './use-save-settings.ts'

/** The shop's settings. The spec repeats the platform sync card below them (section 2). */
export function SettingsTab() {
  const { data: settings, isError, refetch } = useQuery(settingsQuery(useApi()))
  return (
    <>
      <h1 className="text-3xl">Settings</h1>
      <div className="mt-6 max-w-3xl space-y-10">
        {isError && <LoadFailure subject="The settings" onRetry={() => void refetch()} />}
        {!settings && !isError && <Spinner />}
        {settings && <SettingsForm settings={settings} />}
        <SyncCard />
      </div>
    </>
  )
}

const LABELS: Record<keyof SettingsValues, string> = {
  shopName: 'Shop name',
  supportEmail: 'Support address',
  shippingRate: 'Shipping rate',
  pageSize: 'Page size',
  holdMinutes: 'Hold time',
  lowStockThreshold: 'Low-stock threshold',
  pushStock: 'Sales on both channels',
  refundProofAbove: 'Refund limit',
  reviewsFromBuyersOnly: 'Who can review',
  holdSuspiciousReviews: 'Reviews from unverified accounts',
}

/** The form sends the text as typed; form and server validate it with the same schema. */
const resolver = amountsResolver(
  zodResolver(SettingsFields, undefined, { raw: true }) as unknown as Resolver<SettingsValues>,
  AMOUNTS,
)

/** The shop's settings (contract section 8), which take effect immediately. */
function SettingsForm({ settings }: { settings: Settings }) {
  const form = useForm<SettingsValues>({ resolver, defaultValues: valuesOf(settings) })
  const { errors, isDirty } = form.formState
  const { save, isPending, rejection, conflict } = useSaveSettings(form, settings)
  const { question } = useLeaveGuard(isDirty)
  const field = (name: keyof SettingsValues) => ({
    label: LABELS[name],
    error: errors[name]?.message,
    ...form.register(name),
  })
  return (
    <form noValidate className="max-w-xl space-y-8" onSubmit={form.handleSubmit(save)}>
      <RejectionNote conflict={conflict} rejection={rejection} labels={LABELS} />
      <Part title="The shop">
        <Field
          {...field('shopName')}
          hint="Shown at the top of every page and in emails."
          autoComplete="organization"
        />
        <Field
          {...field('supportEmail')}
          type="email"
          placeholder={settings.senderEmail}
          hint="Where shoppers can email you. Leave empty to use the sender address."
        />
      </Part>
      <Part title="Selling">
        <Field
          {...field('shippingRate')}
          inputMode="decimal"
          hint="In US dollars. Charged unless everything in the cart ships free."
        />
        <Field {...field('pageSize')} inputMode="numeric" hint="Products shown at a time on the home page." />
        <Field
          {...field('holdMinutes')}
          inputMode="numeric"
          hint="Minutes that stock stays reserved while an order is being paid."
        />
      </Part>
      <Part title="Stock">
        <Field
          {...field('lowStockThreshold')}
          inputMode="numeric"
          hint="Products with this many or fewer left are listed on the dashboard."
        />
        <Select
          {...field('pushStock')}
          hint="Platform sales are deducted here either way. Adjusting platform inventory requires the write_inventory permission."
        >
          <option value="false">Don’t adjust platform inventory</option>
          <option value="true">Adjust platform inventory when stock changes here</option>
        </Select>
      </Part>
      <Part title="Reviews">
        <Select {...field('reviewsFromBuyersOnly')}>
          <option value="false">All customers</option>
          <option value="true">Only verified purchases</option>
        </Select>
        <Select
          {...field('holdSuspiciousReviews')}
          hint="Accounts that haven’t verified their email address. You publish held reviews in the Reviews tab."
        >
          <option value="false">Publish all</option>
          <option value="true">Hold back when many come from one network</option>
        </Select>
      </Part>
      <Part title="Security">
        <Field
          {...field('refundProofAbove')}
          inputMode="decimal"
          hint="In US dollars. To refund more than this on one order, admins must confirm their identity, except in the demo."
        />
      </Part>
      <Button type="submit" isBusy={isPending} disabled={!isDirty}>
        Save settings
      </Button>
      {question}
    </form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="font-serif text-2xl tracking-tight">{title}</legend>
      <div className="mt-4 space-y-5">{children}</div>
    </fieldset>
  )
}
