import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { BUILT_IN_CLASSES } from '#contract/settings/taxes.ts'
import { useApi } from '../../platform/api.ts'
import { shopInfoQuery } from '../../settings/shop-info.tsx'
import { Select } from '../../ui/field.tsx'

/**
 * The tax class of a product or category. Hidden if the shop charges no taxes.
 * @param none label of the option for no tax class. The class with this name isn't another option
 */
export function TaxClassSelect({ none, ...props }: ComponentProps<typeof Select> & { none: string }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.taxes) return null
  const classes = new Set([...BUILT_IN_CLASSES, ...shop.taxes.rates.map(({ taxClass }) => taxClass)])
  classes.delete(none)
  return (
    <Select {...props}>
      <option value="">{none}</option>
      {[...classes].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}
