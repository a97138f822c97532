import { expect, test } from 'vitest'
import { findTexts } from './find-texts.ts'

test('the texts of a file are found with their lines', () => {
  const code = `const LABEL = english('Color')
export const Price = ({ price }) => (
  <p title={t('From {price}', { price })}>
    <Trans text="Read the <terms>Terms</terms>." parts={{}} />
  </p>
)`
  expect(findTexts('price.tsx', code)).toEqual({
    texts: [
      { text: 'Color', line: 1 },
      { text: 'From {price}', line: 3 },
      { text: 'Read the <terms>Terms</terms>.', line: 4 },
    ],
    problems: [],
  })
})

test.each([
  ['a text that only the running shop knows', 'const f = (name) => t(name)', 'must be a string literal'],
  ['a template', 'const f = (name) => t(`Hello`)', 'must be a string literal'],
  ['a text of the module, which has no language', "const LABEL = t('Color')", 'Use english()'],
  ['braces that no value fills', "const f = () => t('{')", 'No argument'],
])('%s is refused', (_, code, problem) => {
  expect(findTexts('page.tsx', code).problems).toMatchObject([{ text: expect.stringContaining(problem) }])
})
