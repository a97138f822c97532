import { I18n } from '@lingui/core'
import type { CompiledMessage } from '@lingui/message-utils/compileMessage'
import { parseMessage } from './parse-message.ts'

/** The language of the texts in the code, and of a fresh install. */
const SOURCE_LANGUAGE = 'en'

/** The texts of a language by their English ones. */
export type Texts = Readonly<Record<string, string>>

/** There are as many as the code and the store owner have texts. */
const parsed = new Map<string, CompiledMessage>()

function parseOnce(text: string): CompiledMessage {
  const known = parsed.get(text)
  if (known) return known
  const tokens = parseMessage(text)
  parsed.set(text, tokens)
  return tokens
}

/** @property hasOwnTexts false if each text is the one in the code */
export type Language = { code: string; i18n: I18n; hasOwnTexts: boolean }

/** @param code BCP 47 tag @param texts those that differ from the code */
export function createLanguage(code: string, texts: Texts = {}): Language {
  const i18n = new I18n({ locale: code, messages: { [code]: { ...texts } } })
  i18n.setMessagesCompiler(parseOnce)
  return { code, i18n, hasOwnTexts: Object.keys(texts).length > 0 }
}

export const ENGLISH = createLanguage(SOURCE_LANGUAGE)

let readCurrent = () => ENGLISH

/** Sets where the language of the request, the job, or the page in the browser is read. */
export function readLanguageFrom(read: () => Language): void {
  readCurrent = read
}

export const currentLanguage = (): Language => readCurrent()

type NameOf<Argument extends string> = Argument extends `${infer Name},${string}` ? Name : Argument
type Names<Text extends string> = Text extends `${string}{${infer Argument}}${infer Rest}`
  ? Exclude<NameOf<Argument>, `${string}${' ' | '#'}${string}` | ''> | Names<Rest>
  : never
/** The values that a text needs, by name. */
type Values<Text extends string> = [Names<Text>] extends [never]
  ? []
  : [Readonly<Record<Names<Text>, string | number>>]

/**
 * Returns a text in the current language. Its English is also its key, so `npm run texts` must find it: a string literal,
 * in a function, because the language differs per request.
 * @param text in ICU MessageFormat, for example '{count, plural, one {# item} other {# items}}'
 */
export function t<const Text extends string>(text: Text, ...[values]: Values<Text>): string {
  const { i18n, hasOwnTexts } = readCurrent()
  return values === undefined && !hasOwnTexts ? text : i18n.t(text, values)
}

/** Marks a text that a module keeps. It stays English, and `translate` translates it where it is shown. */
export const english = <const Text extends string>(text: Text): Text => text

/** Returns a marked text, or a message of the contract, in the current language. */
export function translate(text: string): string {
  const { i18n, hasOwnTexts } = readCurrent()
  return hasOwnTexts ? i18n.t(text) : text
}
