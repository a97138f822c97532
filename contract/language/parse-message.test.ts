import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { describe, expect, test } from 'vitest'
import { parseMessage } from './parse-message.ts'

describe('a text with arguments', () => {
  test.each([
    'Add to Cart',
    'Hello #1 {name}!',
    '{count, plural, one {# item} other {# items}} left',
    '{count, plural, =0 {none} one {one of {total} #} few {} other {#}}',
    '{kind, select, card {Card # } other {{brand} ending in {last4}}}.',
    '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
    "It's '{not}' an argument, don't {verb} it",
    'Grüße aus {stadt} {0}',
  ])('is read as Lingui reads it: %s', (text) => {
    expect(parseMessage(text)).toEqual(compileMessageOrThrow(text))
  })

  test.each([
    '{',
    '}',
    'a } b',
    '{name',
    '{a b}',
    '{n, plural, one {#}',
    '{n, number}',
    '{n, plural, one #}',
  ])('that no one can fill in is refused: %s', (text) => {
    expect(() => parseMessage(text)).toThrow(SyntaxError)
  })
})
