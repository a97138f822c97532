import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { SettingsFields } from '#contract/settings/api.ts'
import {
  EMAIL_TEXT_KINDS,
  EMAIL_TEXTS,
  type EmailTextKind,
  type EmailTexts,
  type EmailWords,
  NO_WORDS,
  PLACEHOLDER_LIST,
} from '#contract/settings/email-texts.ts'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { EmailPreview } from './email-preview.tsx'
import { settingsSection } from './settings-section.tsx'

const NAME = 'emailTexts'

/** Subject, first, and last paragraph of each email about orders. */
export const emailTextsSection = settingsSection({
  title: 'Email texts',
  saveLabel: 'Save email texts',
  labels: { [NAME]: 'Email texts' },
  schema: SettingsFields.pick({ emailTexts: true }),
  valuesOf: ({ emailTexts }) => ({ emailTexts }),
  describe: ({ emailTexts }) => ({
    emailTexts: writtenKinds(emailTexts)
      .map((kind) => `${EMAIL_TEXTS[kind].title}: ${Object.values(emailTexts[kind] ?? NO_WORDS).join(' / ')}`)
      .join('; '),
  }),
  Fields: EmailTextFields,
})

const writtenKinds = (texts: EmailTexts) => EMAIL_TEXT_KINDS.filter((kind) => texts[kind])

function EmailTextFields() {
  const { setValue, getFieldState, formState } = useFormContext()
  const [kind, setKind] = useState<EmailTextKind>('placed')
  const texts: EmailTexts = useWatch({ name: NAME })
  const words = texts[kind] ?? NO_WORDS
  const set = (changes: Partial<EmailWords>) => {
    const { [kind]: _before, ...others } = texts
    const next = { ...words, ...changes }
    const isEmpty = Object.values(next).every((text) => text === '')
    setValue(NAME, isEmpty ? others : { ...others, [kind]: next }, {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    })
  }
  const errorOf = (name: string) => getFieldState(`${NAME}.${name}`, formState).error?.message
  const field = (name: keyof EmailWords, label: string) => ({
    label,
    value: words[name],
    error: errorOf(`${kind}.${name}`),
    onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
  })
  // The fields of other emails aren't shown.
  const wrong = EMAIL_TEXT_KINDS.filter(
    (other) => other !== kind && getFieldState(`${NAME}.${other}`, formState).error,
  )
  return (
    <>
      <p className="text-muted text-sm">
        These are the emails that tell customers how their order is doing. Emails about refunds, returns,
        withdrawals, accounts, items back in stock, and the newsletter have fixed texts, and so do those to
        you.
      </p>
      <Select
        label="Email"
        name={NAME}
        value={kind}
        error={
          wrong.length > 0 ? `Check ${wrong.map((other) => EMAIL_TEXTS[other].title).join(', ')}` : undefined
        }
        onChange={({ target }) => setKind(target.value as EmailTextKind)}
      >
        {EMAIL_TEXT_KINDS.map((name) => (
          <option key={name} value={name}>
            {EMAIL_TEXTS[name].title}
            {texts[name] ? ' (edited)' : ''}
          </option>
        ))}
      </Select>
      <p className="text-muted text-sm">
        Leave a text empty to use the one shown in gray. You can use {PLACEHOLDER_LIST}.
      </p>
      <Field {...field('subject', 'Subject')} placeholder={EMAIL_TEXTS[kind].subject} />
      <TextArea {...field('greeting', 'First paragraph')} rows={4} placeholder={EMAIL_TEXTS[kind].greeting} />
      <TextArea
        {...field('closing', 'Last paragraph')}
        rows={3}
        hint="Follows the details of the order. Empty at first."
      />
      <EmailPreview kind={kind} words={words} />
    </>
  )
}
