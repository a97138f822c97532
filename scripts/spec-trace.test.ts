import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { testsIn } from './spec-tests.ts'
import { nameOf, problemsOf, sentencesIn } from './spec-trace.ts'

const SPEC = `## 2. Screens

| Route | Screen |
|---|---|
| [2.1] / | Home |

- [2.2] Hero banner: 'Shop Now'. [2.3] Clicking it scrolls.
`
const [home, hero, click] = sentencesIn(SPEC)
const sentences = [home, hero, click].filter((one) => one !== undefined)
const shown = { file: 'web/hero.test.tsx', title: 'Home › shows the banner' }
const traced = (...of: string[]) => new Map(of.map((id) => [id, { tests: [nameOf(shown)] }]))

describe('the trace of the specification', () => {
  test('knows every sentence of the specification by its id', () => {
    expect(sentences.map(({ id, text }) => [id, text])).toEqual([
      ['2.1', '/ · Home'],
      ['2.2', "Hero banner: 'Shop Now'."],
      ['2.3', 'Clicking it scrolls.'],
    ])
  })

  test('leaves no line of it without an id', () => {
    const without = readFileSync('docs/spec.md', 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^#|^(- |\| )?\[\d\.\d+\] /.test(line))
    expect(without.every((line) => /^\| (Route|Capability|Method)|^\|---/.test(line))).toBe(true)
  })

  test('is whole when each sentence has a test that is there', () => {
    expect(problemsOf(sentences, traced('2.1', '2.2', '2.3'), [shown])).toEqual([])
  })

  test('fails for a sentence without a test', () => {
    expect(problemsOf(sentences, traced('2.1', '2.2'), [shown])).toEqual([
      '[2.3] has no test: Clicking it scrolls.',
    ])
  })

  test('fails for a test that was renamed, and for a sentence that is none', () => {
    const renamed = { ...shown, title: 'Home › draws the banner' }
    expect(problemsOf(sentences.slice(0, 1), traced('2.1', '2.9'), [renamed])).toEqual([
      '[2.1] there is no test: web/hero.test.tsx › Home › shows the banner',
      '[2.9] is no sentence of docs/spec.md',
      '[2.9] there is no test: web/hero.test.tsx › Home › shows the banner',
    ])
  })
})

test('tests are read from their files: by describe, by each, by template, and none that is skipped', () => {
  const source = `
    describe('a cart', () => {
      test('adds', () => {})
      test.each([1, 2])('takes %d', () => {})
      for (const theme of THEMES) it(\`is seen in \${theme}\`, () => {})
      test.skip('sleeps', () => {})
      describe.skip('away', () => { test('is not there', () => {}) })
    })
    const own = test.extend({})
    own.describe('elsewhere', () => { own('runs', () => {}) })
    test.use({ colorScheme: 'dark' })
  `
  expect(testsIn('cart.test.ts', source).map(({ title }) => title)).toEqual([
    'a cart › adds',
    'a cart › takes %d',
    `a cart › is seen in \${theme}`,
    'elsewhere › runs',
  ])
})
