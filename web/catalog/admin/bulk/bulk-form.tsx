import type { ChangeEvent, ComponentProps } from 'react'
import { t } from '#contract/language/language.ts'
import { readDecimal } from '../../../admin/typed-amount.ts'
import { useApi } from '../../../platform/api.ts'
import { useQuery } from '../../../platform/use-query.ts'
import { Field, Select } from '../../../ui/field.tsx'
import { listCategoriesQuery } from '../../queries.ts'
import { useTaxClasses } from '../tax-class-select.tsx'
import { type BulkChanges, FLAGS } from './bulk-edit.ts'

const STAY = <option value="">No change</option>

/** The fields of a bulk edit, each initially set to no change. */
export function BulkForm({
  values,
  onChange,
}: {
  values: BulkValues
  onChange(changes: Partial<BulkValues>): void
}) {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const field = (name: keyof BulkValues) => ({
    value: values[name],
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      onChange({ [name]: target.value }),
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Select label={t('Price')} {...field('direction')}>
        {STAY}
        <option value="-">{t('Decrease by percent')}</option>
        <option value="+">{t('Increase by percent')}</option>
      </Select>
      <Field
        label={t('Percent')}
        inputMode="decimal"
        autoComplete="off"
        disabled={values.direction === ''}
        {...field('percent')}
      />
      <Select label={t('Old price')} {...field('oldPrice')}>
        {STAY}
        <option value="strike">{t('Show the current price as the old price')}</option>
        <option value="remove">{t('Remove the old price')}</option>
      </Select>
      <Select label={t('Category')} {...field('categoryId')}>
        {STAY}
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <TaxClassField {...field('taxClass')} />
      {(Object.keys(FLAGS) as (keyof typeof FLAGS)[]).map((flag) => (
        <Select key={flag} label={FLAGS[flag]} {...field(flag)}>
          {STAY}
          <option value="yes">{t('Yes')}</option>
          <option value="no">{t('No')}</option>
        </Select>
      ))}
    </div>
  )
}

/** Not a tax class, because those have no spaces. */
const FROM_CATEGORY = ' '

/** Hidden if the shop charges no taxes. */
function TaxClassField(props: Pick<ComponentProps<typeof Select>, 'value' | 'onChange'>) {
  const classes = useTaxClasses()
  if (classes.length === 0) return null
  return (
    <Select label={t('Tax class')} {...props}>
      {STAY}
      <option value={FROM_CATEGORY}>{t('As the category')}</option>
      {classes.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </Select>
  )
}

/** The values of an unchanged form. An empty string means no change. */
export const NO_CHANGE = {
  isNew: '',
  isFeatured: '',
  isOnSale: '',
  inStock: '',
  categoryId: '',
  taxClass: '',
  direction: '',
  percent: '',
  oldPrice: '',
}
type BulkValues = typeof NO_CHANGE

const FLAG: Record<string, boolean | undefined> = { yes: true, no: false }

/** @param locale decides which sign begins the decimals */
export function changesOf(values: BulkValues, locale: string): BulkChanges {
  const { direction, percent, categoryId, taxClass, oldPrice } = values
  return {
    isNew: FLAG[values.isNew],
    isFeatured: FLAG[values.isFeatured],
    isOnSale: FLAG[values.isOnSale],
    inStock: FLAG[values.inStock],
    categoryId: categoryId || undefined,
    taxClass: taxClass === FROM_CATEGORY ? null : taxClass || undefined,
    pricePercent: direction ? `${direction}${readDecimal(percent, locale)}` : undefined,
    oldPrice: oldPrice === 'strike' || oldPrice === 'remove' ? oldPrice : undefined,
  }
}
