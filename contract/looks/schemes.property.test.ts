import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrastOf } from './colors.ts'
import {
  HEROES,
  isAccent,
  nearestAccent,
  PALETTES,
  SCHEMES,
  schemesOf,
  THEMES,
  weakPairs,
} from './schemes.ts'

/** Colors that are hardest to read or to keep apart from the paper, and those on the limits of the color space. */
const WORST = [
  ...[
    '#ffffff',
    '#000000',
    '#ffff00',
    '#00ffff',
    '#00ff00',
    '#ff00ff',
    '#ff0000',
    '#0000ff',
    '#faf8f4',
    '#14120f',
  ],
  ...[
    '#808080',
    '#777777',
    '#d8cfc2',
    '#e7e1d8',
    '#7fff00',
    '#ffd400',
    '#ff7f50',
    '#00008b',
    '#fffffe',
    '#010000',
  ],
]

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

function expectReadable(chosen: string | null) {
  const accent = chosen === null ? null : nearestAccent(chosen)
  for (const theme of THEMES) {
    const schemes = schemesOf(accent, theme)
    for (const scheme of SCHEMES)
      expect(weakPairs(schemes[scheme]), `${chosen} as ${accent}, ${scheme} in the ${theme} theme`).toEqual(
        [],
      )
    expect(
      contrastOf(schemes.plain.accent, HEROES[theme]),
      `focus ring in the ${theme} banner`,
    ).toBeGreaterThan(3)
  }
}

describe('the schemes of an accent', () => {
  test('have enough contrast in all pairs, for 200 random accents or the nearest ones that pass', () => {
    fc.assert(fc.property(color, expectReadable), { numRuns: 200 })
  })

  test.each(WORST)('have enough contrast in all pairs for %s or the nearest one that passes', expectReadable)

  test('have enough contrast in all pairs with the installed accent', () => expectReadable(null))

  test('consist of different backgrounds', () => {
    for (const theme of THEMES) {
      const papers = SCHEMES.map((scheme) => schemesOf('#1f5f8b', theme)[scheme].paper)
      expect(new Set(papers).size).toBe(SCHEMES.length)
    }
  })
})

describe('the nearest accent that passes', () => {
  test('is the accent itself if it passes, and otherwise one that is barely darker than necessary', () => {
    fc.assert(
      fc.property(color, (chosen) => {
        const accent = nearestAccent(chosen)
        expect(isAccent(accent)).toBe(true)
        if (isAccent(chosen)) expect(accent).toBe(chosen)
        else expect(contrastOf(accent, PALETTES.light.paper)).toBeLessThan(4.8)
      }),
      { numRuns: 200 },
    )
  })

  test.each([
    ['#7a4e2d', '#7a4e2d'],
    ['#1f5f8b', '#1f5f8b'],
  ])('of %s is %s', (chosen, accent) => expect(nearestAccent(chosen)).toBe(accent))
})

test('the palettes are those of web/theme.css', () => {
  const css = readFileSync(new URL('../../web/theme.css', import.meta.url), 'utf8')
  const blocks = { light: /:root {([^}]+)}/, dark: /:root\[data-theme='dark'\] {([^}]+)}/ }
  for (const theme of THEMES) {
    const block = blocks[theme].exec(css)?.[1] ?? ''
    for (const [name, value] of Object.entries({ ...PALETTES[theme], hero: HEROES[theme] }))
      expect(block, `${name} of the ${theme} theme`).toContain(`--${name}: ${value};`)
  }
})
