import { useFormContext } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { basesOf, CONTENT_UNITS, unitPriceOf } from '#contract/pricing/unit-price.ts'
import { readAmount, readDecimal } from '../../admin/typed-amount.ts'
import { useFormats } from '../../platform/formats.ts'
import { Field, Select } from '../../ui/field.tsx'
import { FormSection, useTextField } from './product-fields.tsx'
import type { ProductValues } from './product-values.ts'

/** @param hasOptions whether variants can have their own content */
export function UnitPriceFields({ hasOptions }: { hasOptions: boolean }) {
  const { watch } = useFormContext<ProductValues>()
  const field = useTextField()
  const [unit, base] = watch(['contentUnit', 'unitPriceBase'])
  const bases = basesOf(unit)
  const [standard, ...others] = bases
  return (
    <FormSection
      title={t('Unit price')}
      hint={t('The EU requires it for goods sold by weight, volume, length, or area.')}
    >
      <Field
        {...field(
          'content',
          hasOptions
            ? 'Applies to variants without their own content.'
            : 'What one unit contains, such as 250. Leave empty for no unit price.',
        )}
        inputMode="decimal"
      />
      <Select {...field('contentUnit')} value={unit}>
        <option value="">{t('None')}</option>
        {CONTENT_UNITS.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </Select>
      {standard && (
        <Select {...field('unitPriceBase')} value={bases.some((one) => one === base) ? base : ''}>
          <option value="">{standard}</option>
          {others.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </Select>
      )}
      {!hasOptions && <ShownAs />}
    </FormSection>
  )
}

/** The unit price as shoppers will see it. */
function ShownAs() {
  const { watch } = useFormContext<ProductValues>()
  const formats = useFormats()
  const [price, content, unit, base] = watch(['price', 'content', 'contentUnit', 'unitPriceBase'])
  const cents = formats.parseCents(readAmount(price, formats))
  const amount = readDecimal(content, formats.locale)
  if (cents === null || !/^\d{1,7}(\.\d{1,4})?$/.test(amount)) return null
  const unitPrice = unitPriceOf(cents, { amount, unit, base })
  if (!unitPrice) return null
  return (
    <p className="self-center text-muted text-sm">
      {t('Shown as {cents} / {per}.', { cents: formats.formatCents(unitPrice.cents), per: unitPrice.per })}
    </p>
  )
}
