import {
  EMAIL_TEXTS,
  type EmailTextKind,
  fillPlaceholders,
  type PlaceholderValues,
} from '#contract/settings/email-kinds.ts'
import { NO_WORDS } from '#contract/settings/email-texts.ts'
import type { EmailParts } from '../platform/mail/layout.ts'
import type { Settings } from './settings.ts'

/** The settings that the words of emails depend on. */
export type WordSettings = Pick<Settings, 'shopName' | 'emailTexts'>

/** The parts of an email that the store owner can't replace. */
export type EmailFacts = Omit<EmailParts, 'shopName' | 'sender' | 'subject'>

/** Adds the texts of the store owner to the facts of an email. Empty ones are those of a fresh install. */
export function wordedEmail<K extends EmailTextKind>(
  settings: WordSettings,
  kind: K,
  values: PlaceholderValues<K>,
  { paragraphs, closing: facts = [], ...rest }: EmailFacts,
): EmailParts {
  const { shopName, emailTexts } = settings
  const { greeting, closing } = emailTexts[kind] ?? NO_WORDS
  const filled = (text: string) =>
    text === '' ? [] : [fillPlaceholders(text, { ...values, 'shop name': shopName })]
  return {
    ...rest,
    shopName,
    subject: subjectOf(settings, kind, values),
    paragraphs: [...filled(greeting || EMAIL_TEXTS[kind].greeting), ...paragraphs],
    closing: [...facts, ...filled(closing)],
  }
}

export function subjectOf<K extends EmailTextKind>(
  { shopName, emailTexts }: WordSettings,
  kind: K,
  values: PlaceholderValues<K>,
): string {
  const subject = emailTexts[kind]?.subject || EMAIL_TEXTS[kind].subject
  return fillPlaceholders(subject, { ...values, 'shop name': shopName })
}
