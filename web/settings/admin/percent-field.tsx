import { type ComponentProps, useState } from 'react'
import { showNumber } from '#contract/numbers.ts'
import { useFormats } from '../../platform/formats.ts'
import { Field } from '../../ui/field.tsx'

const PPM_OF_PERCENT = 10_000

/**
 * A rate entered in percent, with a comma or a period.
 * @param ppm null if the field is empty. Text that isn't a rate becomes NaN, which the form rejects
 */
export function PercentField({
  ppm,
  onChange,
  ...rest
}: Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> & {
  ppm: number | null
  onChange(ppm: number | null): void
}) {
  const { locale } = useFormats()
  const [typed, setTyped] = useState('')
  // A value from elsewhere, such as a prefilled rate, replaces the typed text.
  const text = Object.is(readPercent(typed), ppm) ? typed : showPercent(ppm, locale)
  return (
    <Field
      {...rest}
      inputMode="decimal"
      value={text}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(readPercent(target.value))
      }}
    />
  )
}

const showPercent = (ppm: number | null, locale: string) =>
  ppm === null ? '' : showNumber(String(ppm / PPM_OF_PERCENT), locale)

function readPercent(text: string): number | null {
  if (text.trim() === '') return null
  const isNumber = /^\s*\d{1,3}([.,]\d{1,4})?\s*$/.test(text)
  return isNumber ? Math.round(Number(text.replace(',', '.')) * PPM_OF_PERCENT) : Number.NaN
}
