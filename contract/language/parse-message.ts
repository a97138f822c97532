import type { CompiledMessage } from '@lingui/message-utils/compileMessage'

type Cases = { [rule: string]: Token[] }
type Token = string | [name: string] | [name: string, type: string, cases: Cases]

const TYPES = ['plural', 'selectordinal', 'select']

/**
 * Parses the part of ICU MessageFormat that texts use: `{name}`, `{count, plural, one {# item} other {# items}}`, also
 * with `select` and `selectordinal`, and quotes around braces. Returns what Lingui's own parser returns, which is larger
 * than all the rest of Lingui. A test compares the two for every text.
 * @throws SyntaxError
 */
export function parseMessage(text: string): CompiledMessage {
  if (!/[{}]/.test(text)) return [text]
  let at = 0

  function take(pattern: RegExp): string | undefined {
    const sticky = new RegExp(pattern, 'uy')
    sticky.lastIndex = at
    const found = sticky.exec(text)
    if (found) at = sticky.lastIndex
    return found?.[1]
  }

  function expect(pattern: RegExp): string {
    const found = take(pattern)
    if (found === undefined) throw new SyntaxError(`No argument at ${at} of the text: ${text}`)
    return found
  }

  function readTokens(hasNumber: boolean): Token[] {
    const tokens: Token[] = []
    let plain = ''
    const add = (token?: Token) => {
      if (plain !== '') tokens.push(plain)
      if (token !== undefined) tokens.push(token)
      plain = ''
    }
    while (at < text.length && text[at] !== '}') {
      const part = take(/'([{}][^']*)'/) ?? take(hasNumber ? /([^{}#'])/ : /([^{}'])/)
      if (part !== undefined) plain += part
      else if (text[at] === '{') add(readArgument())
      else if (text[at] === '#' && hasNumber) add(expect(/(#)/))
      else plain += expect(/(')/)
    }
    add()
    return tokens
  }

  function readArgument(): Token {
    const name = expect(/\{\s*([\p{L}\p{N}_]+)\s*/u)
    if (take(/(\})/)) return [name]
    const type = expect(/,\s*([a-z]+)\s*,\s*/)
    const cases: Cases = {}
    while (TYPES.includes(type) && !take(/(\})/)) {
      const rule = expect(/=?([\p{L}\p{N}_-]+)\s*\{/u)
      cases[rule] = readTokens(type !== 'select')
      expect(/(\})\s*/)
    }
    return [name, type, cases]
  }

  const tokens = readTokens(false)
  if (at < text.length) throw new SyntaxError(`A brace too many at ${at} of the text: ${text}`)
  return tokens
}
