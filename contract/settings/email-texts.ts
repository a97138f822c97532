import { z } from 'zod'
import { shownLine, shownText } from '../text.ts'
import { EMAIL_TEXT_KINDS, type EmailTextKind, fillPlaceholders, placeholdersOf } from './email-kinds.ts'

const SUBJECT_MAX = 150
const PARAGRAPH_MAX = 1000

const limits = (max: number) => ({ min: 0, tooShort: '', max, tooLong: `At most ${max} characters` })
const words = (max: number) => shownText(limits(max)).default('')

/** The texts of one email. Empty ones are those of a fresh install. */
export const EmailWords = z.object({
  subject: shownLine(limits(SUBJECT_MAX)).default(''),
  greeting: words(PARAGRAPH_MAX),
  /** The last paragraph. A fresh install has none. */
  closing: words(PARAGRAPH_MAX),
})
export type EmailWords = z.output<typeof EmailWords>

export const NO_WORDS: EmailWords = EmailWords.parse({})

export const placeholderList = (kind: EmailTextKind) =>
  placeholdersOf(kind)
    .map((name) => `{${name}}`)
    .join(', ')

/** Returns the names of the texts that contain other placeholders than those of their email, and what to say. */
export function wrongPlaceholders(kind: EmailTextKind, words: EmailWords) {
  const noValues = Object.fromEntries(placeholdersOf(kind).map((name) => [name, '']))
  const hasOthers = (text: string) => /[{}]/.test(fillPlaceholders(text, noValues))
  const list = placeholderList(kind)
  const message = list.includes(',') ? `The only placeholders are ${list}` : `The only placeholder is ${list}`
  return Object.entries(words)
    .filter(([, text]) => hasOthers(text))
    .map(([name]) => ({ name, message }))
}

/** By email. Omitted emails have the words of a fresh install. */
export const EmailTexts = z
  .partialRecord(z.enum(EMAIL_TEXT_KINDS), EmailWords)
  .superRefine((texts, { addIssue }) => {
    for (const kind of EMAIL_TEXT_KINDS) {
      const words = texts[kind]
      if (!words) continue
      for (const { name, message } of wrongPlaceholders(kind, words))
        addIssue({ code: 'custom', path: [kind, name], message })
    }
  })
export type EmailTexts = z.output<typeof EmailTexts>
