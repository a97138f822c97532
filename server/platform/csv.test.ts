import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { csvRows, stripGuard } from './csv.ts'

const BREAKS = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', ';', '\t', '\n \n', ';\t']
const FORMULAS = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '＝1', "'=1", "''@x"]
const HOSTILE = [
  ...FORMULAS,
  ...FORMULAS.map((formula) => ` ${formula}`),
  ...BREAKS.flatMap((gap) => FORMULAS.map((formula) => `Ann${gap}${formula}`)),
  ...BREAKS.flatMap((gap) => FORMULAS.map((formula) => `${gap}${formula}${gap}${formula}`)),
  ...['\tAnn', '\rAnn', '\nAnn', '"\n"=1', 'Ann\n=1+1;', "'\tAnn"],
]
const HARMLESS = [
  'Ann',
  '12.00',
  '-12.00',
  'a-b',
  '2 x Lamp; 1 x Mat',
  "Ann's",
  "Ann\n'quoted'",
  '',
  '"',
  'a,b',
]

describe('a CSV file', () => {
  test.each(HOSTILE)(
    'contains no formula for the text %j, even if a program splits cells at breaks',
    (text) => {
      for (const piece of csvRows([['x', text, 'y']]).split(/[,;\p{Cc}\p{Zl}\p{Zp}]/u))
        expect(piece).not.toMatch(/^["\s]*[=+\-@＝＋－＠]/)
    },
  )

  test.each(BREAKS)('quotes a cell that contains %j', (gap) => {
    expect(csvRows([[`a${gap}b`]])).toBe(`"a${gap}b"\r\n`)
  })

  test('keeps harmless text and numbers as they are', () => {
    expect(parse(csvRows([HARMLESS]))).toEqual([HARMLESS])
  })

  test('returns the same text once its apostrophes are removed', () => {
    const texts = [...HOSTILE, ...HARMLESS]
    const [cells = []] = parse(csvRows([texts])) as string[][]
    expect(cells.map(stripGuard)).toEqual(texts)
  })
})
