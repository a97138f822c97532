import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { optionValuesOf, type TypedOption } from './typed-options.ts'
import * as model from './variant-rows.ts'

/** Sets the price or stock of all variants, of those with an option value, or of the chosen ones. */
export function VariantBulk({
  options,
  chosen,
  onApply,
}: {
  options: TypedOption[]
  /** The number of chosen variants. */
  chosen: number
  onApply(target: model.BulkTarget, column: model.TextColumn, text: string): void
}) {
  const [key, setKey] = useState('all')
  const [column, setColumn] = useState<model.TextColumn>('price')
  const [text, setText] = useState('')
  const values = optionValuesOf(options)
  const value = values.find((one) => one.key === key)
  // A value can be removed after it was selected here.
  const target = value ?? (key === 'chosen' ? 'chosen' : 'all')
  return (
    <fieldset className="flex flex-wrap items-end gap-3">
      <legend className="sr-only">{t('Change several variants')}</legend>
      <Select
        label={t('Change')}
        value={typeof target === 'string' ? target : key}
        onChange={({ target }) => setKey(target.value)}
      >
        <option value="all">{t('All variants')}</option>
        <option value="chosen">{t('Chosen variants ({chosen})', { chosen })}</option>
        {values.map(({ key, name, value }) => (
          <option key={key} value={key}>
            {`${name}: ${value}`}
          </option>
        ))}
      </Select>
      <Select
        label={t('Field')}
        value={column}
        onChange={({ target }) => setColumn(target.value as model.TextColumn)}
      >
        {model.BULK_COLUMNS.map((one) => (
          <option key={one} value={one}>
            {model.TITLES[one]}
          </option>
        ))}
      </Select>
      <div className="w-36">
        <Field
          label={t('New value')}
          inputMode="decimal"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      <Button
        look="outline"
        disabled={target === 'chosen' && chosen === 0}
        onClick={() => onApply(target, column, text.trim())}
      >
        {t('Apply')}
      </Button>
    </fieldset>
  )
}
