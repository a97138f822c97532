import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentProps, type ComponentType, createContext, use } from 'react'
import { type DefaultValues, FormProvider, type Resolver, useForm, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import { t } from '#contract/language/language.ts'
import type { SettingsFields } from '#contract/settings/api.ts'
import { amountsResolver } from '../../admin/amounts-resolver.ts'
import { RejectionNote } from '../../admin/edit-conflict.tsx'
import { showNumbers } from '../../admin/typed-amount.ts'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { currencyName, useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx'
import { type Settings, useSaveSection } from './use-save-section.ts'
import { useMayChange, WhoChanges } from './who-changes.tsx'

type SettingName = keyof typeof SettingsFields.shape

/** A page of the settings with a form. A page has only one, because the router supports only one leave guard. */
type Definition<Values extends { [Name in SettingName]?: unknown }> = {
  title: string
  /** For tables and lists. */
  isWide?: boolean
  /** The button's label. Defaults to 'Save stock settings', with the section's title. */
  saveLabel?: string
  /** Labels of the fields by name. The name of a field inside an object is 'business.phone'. */
  labels: Readonly<Record<string, string>>
  schema: z.ZodType
  /** Returns the fields that contain an amount, such as 'zones.0.rate'. */
  amountsOf?(values: Values): readonly string[]
  /** The form's values, with the names that the API uses. */
  valuesOf(settings: Settings): Values
  /** The values that an edit conflict lists, with those inside objects. Defaults to the form's values. */
  describe?(values: Values, locale: string): Record<string, unknown>
  Fields: ComponentType<{ settings: Settings }>
  /** Shows the form's values next to it. */
  Preview?: ComponentType
  /** For fields behind a choice, which they disable themselves for those who only see them. */
  hasChoice?: boolean
}

export type Section = {
  hasPreview: boolean
  /** Labels of the fields by name, which the search finds. */
  labels: Readonly<Record<string, string>>
  Form: ComponentType<{ settings: Settings }>
}

/** Defines a form for the list in settings-tab.tsx. */
export function settingsSection<Values extends { [Name in SettingName]?: unknown }>(
  definition: Definition<Values>,
): Section {
  return {
    labels: definition.labels,
    hasPreview: definition.Preview !== undefined,
    Form: ({ settings }) => <SectionForm definition={definition} settings={settings} />,
  }
}

const noAmounts = () => []

const Labels = createContext<Readonly<Record<string, string>>>({})

function SectionForm<Values extends { [Name in SettingName]?: unknown }>({
  definition,
  settings,
}: {
  definition: Definition<Values>
  settings: Settings
}) {
  const {
    title,
    saveLabel = `Save ${title.toLowerCase()} settings`,
    labels,
    amountsOf = noAmounts,
    isWide = false,
    hasChoice = false,
    Fields,
    Preview,
  } = definition
  const formats = useFormats()
  const describe = (values: Values) => partsOf(definition.describe?.(values, formats.locale) ?? values)
  // The form shows the decimal sign of the shop's locale.
  const valuesOf = (settings: Settings) => {
    const values = definition.valuesOf(settings)
    return showNumbers(values, amountsOf(values), formats.locale)
  }
  const form = useForm<Values>({
    // The form sends text as entered. Form and server validate it with the same schema.
    resolver: amountsResolver(
      zodResolver(definition.schema as never, undefined, { raw: true }) as unknown as Resolver<Values>,
      amountsOf,
      formats,
    ),
    defaultValues: valuesOf(settings) as DefaultValues<Values>,
  })
  const { isDirty } = form.formState
  const names = Object.keys(definition.valuesOf(settings))
  const isEditable = useMayChange(names)
  const { save, isPending, rejection, conflict } = useSaveSection(form, settings, { amountsOf, valuesOf })
  const { question } = useLeaveGuard(isDirty)
  const fields = (
    <form
      noValidate
      aria-label={title}
      className={`space-y-5 ${isWide ? '' : 'max-w-xl'}`}
      onSubmit={form.handleSubmit(save)}
    >
      <RejectionNote
        conflict={
          conflict && {
            message: conflict.message,
            before: describe(conflict.before),
            now: describe(conflict.now),
            typed: describe(conflict.typed),
          }
        }
        rejection={rejection}
        labels={labels}
      />
      {!isEditable && <WhoChanges names={names} />}
      <Labels value={labels}>
        {isEditable || hasChoice ? (
          <Fields settings={settings} />
        ) : (
          <fieldset disabled className="min-w-0 space-y-5">
            <Fields settings={settings} />
          </fieldset>
        )}
      </Labels>
      {isEditable && (
        <div className={`flex flex-wrap gap-3 ${isDirty ? 'save-bar pinned' : ''}`}>
          <Button type="submit" isBusy={isPending} disabled={!isDirty}>
            {saveLabel}
          </Button>
          {isDirty && !isPending && (
            <Button look="quiet" onClick={() => form.reset()}>
              {t('Discard changes')}
            </Button>
          )}
        </div>
      )}
      {question}
    </form>
  )
  return (
    <FormProvider {...form}>
      {Preview ? (
        <div className="gap-10 space-y-near xl:grid xl:grid-cols-[minmax(18rem,2fr)_minmax(0,3fr)] xl:space-y-0">
          {fields}
          <Preview />
        </div>
      ) : (
        fields
      )}
    </FormProvider>
  )
}

/** Lists values including those inside objects: `{ business: { phone } }` becomes 'business.phone'. */
function partsOf(values: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(value).map(([part, inner]) => [`${name}.${part}`, inner])
        : [[name, value]],
    ),
  )
}

/** A field for an amount in the shop's currency. */
export function AmountField({ name, hint }: { name: string; hint: string }) {
  const { currency } = useFormats()
  return (
    <SettingsField
      name={name}
      inputMode="decimal"
      hint={t('In {currency}. {hint}', { currency: currencyName(currency), hint })}
    />
  )
}

/** A text field of a section. */
export function SettingsField({
  name,
  ...rest
}: { name: string } & Omit<ComponentProps<typeof Field>, 'label' | 'name'>) {
  const { label, error, registration } = useSettingsField(name)
  return <Field label={label} error={error} {...rest} {...registration} />
}

export function SettingsTextArea({
  name,
  ...rest
}: { name: string } & Omit<ComponentProps<typeof TextArea>, 'label' | 'name'>) {
  const { label, error, registration } = useSettingsField(name)
  return <TextArea label={label} error={error} {...rest} {...registration} />
}

export function SettingsSelect({
  name,
  ...rest
}: { name: string } & Omit<ComponentProps<typeof Select>, 'label' | 'name'>) {
  const { label, error, registration } = useSettingsField(name)
  return <Select label={label} error={error} {...rest} {...registration} />
}

export function SettingsCheckbox({ name }: { name: string }) {
  const { label, registration } = useSettingsField(name)
  return <Checkbox label={label} {...registration} />
}

/** Returns the label and the error of a field that isn't one of those above. */
export function useSettingsLabel(name: string) {
  const { label, error } = useSettingsField(name)
  return { label, error }
}

function useSettingsField(name: string) {
  const label = use(Labels)[name]
  const form = useFormContext()
  if (!label) throw new Error(`The section has no label for '${name}'`)
  return {
    label,
    error: form.getFieldState(name, form.formState).error?.message,
    registration: form.register(name),
  }
}
