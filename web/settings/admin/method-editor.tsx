import { useFormContext } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import type { MethodKind } from '#contract/pricing/shipping.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { PickupFields } from './pickup-fields.tsx'
import { errorAt, type MethodForm, type PlacesValues, pickupOf } from './places-form.ts'
import type { Settings } from './use-save-section.ts'

const KINDS: Record<MethodKind, string> = {
  flat: 'Flat rate',
  weight: 'By weight',
  value: 'By order value',
  pickup: 'Pickup (free)',
}

type Typed = { target: { value: string } }

/** One shipping method: its name, days, and rate. */
export function MethodEditor({
  method,
  path,
  business,
  onChange,
  onRemove,
}: {
  method: MethodForm
  path: string
  /** Its address is the default for pickups. */
  business: Settings['business']
  onChange(method: MethodForm): void
  onRemove(): void
}) {
  const form = useFormContext<PlacesValues>()
  const { kind, bands, days } = method
  const set = (changes: Partial<MethodForm>) => onChange({ ...method, ...changes })
  const text = (name: 'name' | 'rate' | 'freeFrom') => ({
    value: method[name],
    onChange: ({ target }: Typed) => set({ [name]: target.value }),
    error: errorAt(form, `${path}.${name}`),
  })
  const day = (name: 'from' | 'to') => ({
    value: days[name],
    inputMode: 'numeric' as const,
    onChange: ({ target }: Typed) => set({ days: { ...days, [name]: target.value } }),
    error: errorAt(form, `${path}.days.${name}`),
  })
  const isBanded = kind === 'weight' || kind === 'value'
  return (
    <fieldset className="space-y-4 border-hairline border-t pt-5">
      <legend className="sr-only">{t('Method {name}', { name: method.name })}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('Method name')} {...text('name')} />
        <Select
          label={t('Rate type')}
          value={kind}
          onChange={({ target }) => {
            const next = target.value as MethodKind
            const hasNoLimit = (next === 'weight' || next === 'value') && bands.length === 0
            const hasNoAddress = next === 'pickup' && method.address.address === ''
            set({
              kind: next,
              ...(hasNoLimit && { bands: [{ upTo: '', rate: '' }] }),
              ...(hasNoAddress && { address: pickupOf(business) }),
            })
          }}
        >
          {Object.entries(KINDS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Field label={t('Business days, from (optional)')} {...day('from')} />
        <Field label={t('Business days, to (optional)')} {...day('to')} />
      </div>
      {kind === 'pickup' && (
        <PickupFields
          address={method.address}
          path={`${path}.address`}
          onChange={(address) => set({ address })}
        />
      )}
      {isBanded && <Bands method={method} path={path} onChange={(bands) => set({ bands })} />}
      {kind !== 'pickup' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field
            label={isBanded ? t('Rate above (optional)') : t('Rate')}
            hint={isBanded ? t('If empty, the method isn’t offered above the last limit.') : undefined}
            inputMode="decimal"
            {...text('rate')}
          />
          <Field label={t('Free from order value (optional)')} inputMode="decimal" {...text('freeFrom')} />
        </div>
      )}
      <Button look="outline" onClick={onRemove} aria-label={t('Remove method {name}', { name: method.name })}>
        {t('Remove method')}
      </Button>
    </fieldset>
  )
}

/** The error of an empty list, which can have the focus as a field does. */
export function ListError({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <p data-error tabIndex={-1} className="text-sale text-sm">
      {children}
    </p>
  )
}

/** The limits of a rate by weight or by order value. */
function Bands({
  method: { kind, bands },
  path,
  onChange,
}: {
  method: MethodForm
  path: string
  onChange(bands: MethodForm['bands']): void
}) {
  const form = useFormContext<PlacesValues>()
  const set = (index: number, changes: Partial<MethodForm['bands'][number]>) =>
    onChange(bands.map((band, other) => (other === index ? { ...band, ...changes } : band)))
  return (
    <div className="space-y-3">
      {kind === 'weight' && (
        <p className="text-muted text-sm">
          {t('Products without a weight count as 0 g. Their weight unit must be kg, g, lb, or oz.')}
        </p>
      )}
      {bands.map(({ upTo, rate }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: limits have no ID, and all of their fields are controlled
        <div key={index} className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Field
            label={kind === 'weight' ? t('Up to (g)') : t('Up to order value')}
            inputMode={kind === 'weight' ? 'numeric' : 'decimal'}
            value={upTo}
            onChange={({ target }) => set(index, { upTo: target.value })}
            error={errorAt(form, `${path}.bands.${index}.upTo`)}
          />
          <Field
            label={t('Rate')}
            inputMode="decimal"
            value={rate}
            onChange={({ target }) => set(index, { rate: target.value })}
            error={errorAt(form, `${path}.bands.${index}.rate`)}
          />
          <Button
            look="outline"
            className="mt-auto"
            aria-label={t('Remove limit {number}', { number: index + 1 })}
            onClick={() => onChange(bands.filter((_, other) => other !== index))}
          >
            {t('Remove')}
          </Button>
        </div>
      ))}
      {bands.length === 0 && <ListError>{errorAt(form, `${path}.bands`)}</ListError>}
      <Button look="outline" onClick={() => onChange([...bands, { upTo: '', rate: '' }])}>
        {t('Add limit')}
      </Button>
    </div>
  )
}
