import { zodResolver } from '@hookform/resolvers/zod'
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useLayoutEffect,
} from 'react'
import { type DefaultValues, FormProvider, type Resolver, useForm, useFormContext } from 'react-hook-form'
import type { z } from 'zod'
import type { SettingsFields } from '#contract/settings/api.ts'
import { amountsResolver } from '../../admin/amounts-resolver.ts'
import { RejectionNote } from '../../admin/edit-conflict.tsx'
import { showNumbers } from '../../admin/typed-amount.ts'
import { currencyName, useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { type Settings, useSaveSection } from './use-save-section.ts'

type SettingName = keyof typeof SettingsFields.shape

/** A section of the settings page: a form with its own Save button. */
type Definition<Values extends { [Name in SettingName]?: unknown }> = {
  title: string
  /** The button's label. Defaults to 'Save stock settings', with the section's title. */
  saveLabel?: string
  /** Labels of the fields by name. The name of a field inside an object is 'business.phone'. */
  labels: Readonly<Record<string, string>>
  /** Other search words that find the whole section. */
  keywords?: string
  schema: z.ZodType
  /** Returns the fields that contain an amount, such as 'zones.0.rate'. */
  amountsOf?(values: Values): readonly string[]
  /** The form's values, with the names that the API uses. */
  valuesOf(settings: Settings): Values
  /** The values that an edit conflict lists, by label name. Defaults to the values and the fields inside objects. */
  describe?(values: Values, locale: string): Record<string, unknown>
  Fields: ComponentType<{ settings: Settings }>
}

export type Section = {
  title: string
  id: string
  /** The texts that are searched. */
  texts: readonly string[]
  Form: ComponentType<{ settings: Settings }>
}

/** Defines a section for the list in settings-tab.tsx. */
export function settingsSection<Values extends { [Name in SettingName]?: unknown }>(
  definition: Definition<Values>,
): Section {
  const { title, labels } = definition
  return {
    title,
    id: sectionId(title),
    texts: [ownText(definition), ...Object.values(labels)],
    Form: ({ settings }) => <SectionForm definition={definition} settings={settings} />,
  }
}

const noAmounts = () => []

const ownText = ({ title, keywords = '' }: { title: string; keywords?: string }) => `${title} ${keywords}`

export const sectionId = (title: string) => `settings-${title.toLowerCase().replace(/\W+/g, '-')}`

export const SettingsPage = createContext<{
  /** The text in the search field. */
  search: string
  /** Reports unsaved changes to the page's only leave guard. */
  report?(section: string, isDirty: boolean): void
}>({ search: '' })

/** Returns whether a string contains every word of the search, in any order. */
export function isFound(search: string, text: string): boolean {
  const lower = text.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word))
}

const FieldsOfSection = createContext<{ labels: Readonly<Record<string, string>>; isWholeFound: boolean }>({
  labels: {},
  isWholeFound: true,
})

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
    Fields,
  } = definition
  const { describe = partsOf } = definition
  const { search, report } = use(SettingsPage)
  const formats = useFormats()
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
  const { save, isPending, rejection, conflict } = useSaveSection(form, settings, { amountsOf, valuesOf })
  useLayoutEffect(() => {
    report?.(title, isDirty)
    return () => report?.(title, false)
  }, [title, isDirty, report])
  return (
    <FormProvider {...form}>
      <form noValidate aria-label={title} className="space-y-5" onSubmit={form.handleSubmit(save)}>
        <RejectionNote
          conflict={
            conflict && {
              message: conflict.message,
              before: describe(conflict.before, formats.locale),
              now: describe(conflict.now, formats.locale),
              typed: describe(conflict.typed, formats.locale),
            }
          }
          rejection={rejection}
          labels={labels}
        />
        <FieldsOfSection value={{ labels, isWholeFound: isFound(search, ownText(definition)) }}>
          <Fields settings={settings} />
        </FieldsOfSection>
        <Button type="submit" isBusy={isPending} disabled={!isDirty}>
          {saveLabel}
        </Button>
      </form>
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
  return <SettingsField name={name} inputMode="decimal" hint={`In ${currencyName(currency)}. ${hint}`} />
}

/** A text field of a section. Hidden if the search matches only other fields. */
export function SettingsField({
  name,
  ...rest
}: { name: string } & Omit<ComponentProps<typeof Field>, 'label' | 'name'>) {
  const { label, error, registration } = useSettingsField(name)
  return (
    <Searched text={label} isShown={Boolean(error)}>
      <Field label={label} error={error} {...rest} {...registration} />
    </Searched>
  )
}

export function SettingsSelect({
  name,
  ...rest
}: { name: string } & Omit<ComponentProps<typeof Select>, 'label' | 'name'>) {
  const { label, error, registration } = useSettingsField(name)
  return (
    <Searched text={label} isShown={Boolean(error)}>
      <Select label={label} error={error} {...rest} {...registration} />
    </Searched>
  )
}

function useSettingsField(name: string) {
  const { labels } = use(FieldsOfSection)
  const form = useFormContext()
  const label = labels[name]
  if (!label) throw new Error(`The section has no label for '${name}'`)
  return {
    label,
    error: form.getFieldState(name, form.formState).error?.message,
    registration: form.register(name),
  }
}

/** Hides its content while the search matches neither this text nor the section itself. Entered text stays. */
function Searched({
  text,
  isShown = false,
  children,
}: {
  text: string
  /** Shows the content regardless of the search, for example because of an error. */
  isShown?: boolean
  children: ReactNode
}) {
  const { search } = use(SettingsPage)
  const { isWholeFound } = use(FieldsOfSection)
  return <div hidden={!(isShown || isWholeFound || isFound(search, text))}>{children}</div>
}
