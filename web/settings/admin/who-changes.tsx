import { whoMay } from '#contract/accounts/staff-roles.ts'
import { OWNERS_SETTINGS } from '#contract/settings/api.ts'
import { useMay } from '../../admin/permissions.tsx'

/** Whether the admin may change at least one of these settings. */
export function useMayChange(names: readonly string[]): boolean {
  const may = useMay()
  return names.some((name) => may('PATCH /api/admin/settings', name))
}

/** Says who may change these settings, to those who only see them. */
export function WhoChanges({ names }: { names: readonly string[] }) {
  const isForOwners = names.every((name) => OWNERS_SETTINGS.includes(name))
  return (
    <p className="rounded-card border border-hairline p-4 text-sm">
      {whoMay(isForOwners ? [] : ['manager'], 'change this')}
    </p>
  )
}
