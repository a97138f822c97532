import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { SettingsFields } from '#contract/settings/api.ts'
import {
  EMAIL_GROUPS,
  EMAIL_TEXT_KINDS,
  EMAIL_TEXTS,
  type EmailTextKind,
} from '#contract/settings/email-kinds.ts'
import {
  type EmailTexts,
  type EmailWords,
  NO_WORDS,
  placeholderList,
} from '#contract/settings/email-texts.ts'
import { Editable } from '../../admin/permissions.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { EmailPreview } from './email-preview.tsx'
import { settingsSection } from './settings-section.tsx'

const NAME = 'emailTexts'

/** Subject, first, and last paragraph of each email to customers. */
export const emailTextsSection = settingsSection({
  title: 'Email texts',
  saveLabel: 'Save email texts',
  labels: { [NAME]: 'Email texts' },
  hasChoice: true,
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
  const installed = EMAIL_TEXTS[kind]
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
        {t(
          'These are the emails to customers. What they need to know stays: items and amounts, the date and time of a withdrawal, and what a link does. Emails to you and your staff have fixed texts.',
        )}
      </p>
      <Select
        label={t('Email')}
        name={NAME}
        value={kind}
        error={
          wrong.length > 0 ? `Check ${wrong.map((other) => EMAIL_TEXTS[other].title).join(', ')}` : undefined
        }
        onChange={({ target }) => setKind(target.value as EmailTextKind)}
      >
        {EMAIL_GROUPS.map((group) => (
          <optgroup key={group} label={group}>
            {EMAIL_TEXT_KINDS.filter((name) => EMAIL_TEXTS[name].group === group).map((name) => (
              <option key={name} value={name}>
                {EMAIL_TEXTS[name].title}
                {texts[name] ? ' (edited)' : ''}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <p className="text-muted text-sm">
        {t('Leave a text empty to use the one shown in gray. You can use {placeholders}.', {
          placeholders: placeholderList(kind),
        })}
      </p>
      <Editable by="PATCH /api/admin/settings" field={NAME}>
        <div className="space-y-5">
          <Field {...field('subject', 'Subject')} placeholder={installed.subject} />
          <TextArea
            {...field('greeting', 'First paragraph')}
            rows={4}
            placeholder={installed.greeting}
            hint={installed.greeting ? undefined : t('Comes before the details. Empty at first.')}
          />
          <TextArea
            {...field('closing', 'Last paragraph')}
            rows={3}
            hint={t('Follows the details. Empty at first.')}
          />
        </div>
      </Editable>
      <EmailPreview kind={kind} words={words} />
    </>
  )
}
