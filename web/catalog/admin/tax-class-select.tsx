import type { ComponentProps } from 'react'
import { BUILT_IN_CLASSES } from '#contract/settings/taxes.ts'
import { useMay } from '../../admin/permissions.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { settingsQuery } from '../../settings/admin/use-save-section.ts'
import { Select } from '../../ui/field.tsx'

/**
 * The tax class of a product or category. Hidden if the shop charges no taxes, and from staff who can't read the settings.
 * @param none label of the option for no tax class. The class with this name isn't another option
 */
export function TaxClassSelect({ none, ...props }: ComponentProps<typeof Select> & { none: string }) {
  const classes = useTaxClasses()
  if (classes.length === 0) return null
  return (
    <Select {...props}>
      <option value="">{none}</option>
      {classes
        .filter((name) => name !== none)
        .map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
    </Select>
  )
}

/** Returns the shop's tax classes; none if it charges no taxes, or until the settings are loaded. */
export function useTaxClasses(): string[] {
  const enabled = useMay()('GET /api/admin/settings')
  const { data: settings } = useQuery({ ...settingsQuery(useApi()), enabled })
  if (!settings || settings.taxes.mode === 'none') return []
  return [...new Set<string>([...BUILT_IN_CLASSES, ...settings.taxes.classes])]
}
