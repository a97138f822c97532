import { expect, test } from 'vitest'
import { swatchOf } from './swatch-color.ts'

test.each([
  ['Blue', ['blau', 'Bleu', 'azul', 'blu', 'blauw', 'BLUE']],
  ['White', ['Weiß', 'weiss', 'blanc', 'blanco', 'bianco', 'wit']],
  ['Green', ['Grün', 'gruen', 'vert', 'verde', 'groen']],
  ['Brown', ['braun', 'marrón', 'brun', 'marrone', 'bruin']],
  ['Dark Green', ['Dunkelgrün', 'dark-green', 'darkgreen']],
  ['Natural', ['natur', 'naturel', 'naturale']],
])('%s has the same swatch in all languages of the shop', (color, names) => {
  expect(new Set([color, ...names].map(swatchOf)).size).toBe(1)
  expect(swatchOf(color)).not.toBe(swatchOf('no color at all'))
})

test('a hexadecimal color is its own swatch', () => {
  expect(['#ABC', '#a1b2c3'].map(swatchOf)).toEqual(['#abc', '#a1b2c3'])
})

test.each([
  'red;background:url(//evil.example/x)',
  'url(x)',
  'var(--ink)',
  'constructor',
  '#12',
  'inherit',
  '',
])('the text %j, which isn’t a color, has a neutral swatch', (text) =>
  expect(swatchOf(text)).toBe(swatchOf('no color at all')),
)
