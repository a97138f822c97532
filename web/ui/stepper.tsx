import { t } from '#contract/language/language.ts'
import { IconButton } from './button.tsx'
import { MinusIcon, PlusIcon } from './page-icons.tsx'

/** A quantity with minus and plus, from 1 to the maximum per order (contract section 3). */
export function Stepper({
  value,
  onChange,
  name,
  most = 999,
}: {
  value: number
  onChange(value: number): void
  /** Name of the counted item, for screen readers. */
  name: string
  most?: number
}) {
  return (
    <fieldset className="script-only inline-flex items-center rounded-field border border-control bg-surface">
      <legend className="sr-only">{t('Quantity of {name}', { name })}</legend>
      <IconButton
        label={t('Decrease quantity for {name}', { name })}
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <MinusIcon className="size-4" />
      </IconButton>
      <output aria-label={t('Quantity of {name}', { name })} className="min-w-8 text-center tabular-nums">
        {value}
      </output>
      <IconButton
        label={t('Increase quantity for {name}', { name })}
        disabled={value >= most}
        onClick={() => onChange(value + 1)}
      >
        <PlusIcon className="size-4" />
      </IconButton>
    </fieldset>
  )
}
