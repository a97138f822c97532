import fc from 'fast-check'
import type { z } from 'zod'
import { hostileText, hostileValue } from './hostile.ts'

/** Generates values that the shop recognizes in a field of this name, such as an existing ID. */
export type Known = (field: string) => fc.Arbitrary<unknown> | null

type Definition = {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  items?: z.ZodType[]
  options?: z.ZodType[]
  entries?: Record<string, string>
  values?: unknown[]
  in?: z.ZodType
  out?: z.ZodType
  checks?: { _zod: { def: Check } }[]
}
type Check = { check: string; minimum?: number; maximum?: number; value?: number; pattern?: RegExp }

/**
 * Generates values that a contract schema usually accepts: they match its shape, lengths, bounds, choices, and patterns.
 * Only known values of the field satisfy rules written as code.
 */
export function valuesOf(schema: z.ZodType, known: Known, field = ''): fc.Arbitrary<unknown> {
  const knownValue = known(field)
  const made = madeFor(schema, known, field)
  if (!knownValue) return made
  return fc.oneof({ weight: 4, arbitrary: knownValue }, { weight: 1, arbitrary: made })
}

function madeFor(schema: z.ZodType, known: Known, field: string): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition
  const inner = (one: z.ZodType | undefined) => (one ? valuesOf(one, known, field) : fc.constant(undefined))
  switch (definition.type) {
    case 'object':
      return record(definition.shape ?? {}, known)
    case 'array': {
      const { min = 0, max = 4 } = boundsOf(definition)
      return fc.array(inner(definition.element), { minLength: min, maxLength: Math.min(max, min + 3) })
    }
    case 'optional':
    case 'default':
      return fc.oneof(
        { weight: 2, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: inner(definition.innerType) },
      )
    case 'nullable':
      return fc.option(inner(definition.innerType), { nil: null, freq: 4 })
    case 'union':
      return fc.oneof(...(definition.options ?? []).map(inner))
    case 'pipe':
      // A schema that preprocesses accepts anything: use the schema that it checks against.
      return inner(isCode(definition.in) ? definition.out : definition.in)
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'number':
      return numbers(definition)
    case 'string':
      return texts(definition)
    case 'custom':
      return fc.uint8Array({ maxLength: 200 })
    case 'record':
      return fc.dictionary(fc.constantFrom(...WORDS), inner(definition.valueType), { maxKeys: 3 })
    case 'tuple':
      return fc.tuple(...(definition.items ?? []).map(inner))
    case 'readonly':
    case 'nonoptional':
    case 'prefault':
    case 'catch':
      return inner(definition.innerType)
    default:
      return hostileValue
  }
}

function record(shape: Record<string, z.ZodType>, known: Known): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, one]) => [name, valuesOf(one, known, name)])
  return fc
    .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>)
    .map((made) => Object.fromEntries(Object.entries(made).filter(([, value]) => value !== undefined)))
}

const isCode = (schema: z.ZodType | undefined) =>
  (schema?._zod.def as Definition | undefined)?.type === 'transform'

function numbers(definition: Definition): fc.Arbitrary<number> {
  const { min = 0, max = min + 10_000 } = boundsOf(definition)
  const whole = fc.integer({ min: Math.ceil(min), max: Math.min(max, min + 10_000) })
  const isWhole = definition.format === 'safeint' || checksOf(definition).some((one) => 'format' in one)
  const bounds = fc.constantFrom(min, max).filter((value) => !isWhole || Number.isSafeInteger(value))
  const hundredths = fc
    .integer({ min: Math.ceil(min * 100), max: Math.floor(Math.min(max, min + 1000) * 100) })
    .map((n) => n / 100)
  return fc.oneof(
    { weight: 5, arbitrary: whole },
    { weight: 1, arbitrary: bounds },
    { weight: isWhole ? 0 : 3, arbitrary: hundredths },
  )
}

function texts(definition: Definition): fc.Arbitrary<string> {
  const checks = checksOf(definition)
  const pattern = checks.find((one) => one.pattern)?.pattern
  if (definition.format === 'email') return fc.nat(40).map((n) => `person-${n}@example.com`)
  if (definition.format === 'date') return fc.integer({ min: 10, max: 28 }).map((day) => `2026-01-${day}`)
  if (definition.format === 'datetime') return fc.constant('2026-01-31T12:00:00.000Z')
  if (pattern) return fc.stringMatching(pattern, { size: 'small' })
  const { min = 0, max = 60 } = boundsOf(definition)
  const length = { minLength: min, maxLength: Math.min(max, min + 20) }
  return fc.oneof(
    { weight: 3, arbitrary: words(min, max) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 9999 }).map((cents) => (cents / 100).toFixed(2)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', ...length }) },
    { weight: 1, arbitrary: hostileText.filter((text) => text.length >= min && text.length <= max) },
    { weight: 1, arbitrary: fc.constant('x'.repeat(Math.min(max, 3000))) },
  )
}

const WORDS = ['walnut', 'desk', 'lamp', 'stand', 'black', 'quiet', 'Zürich', 'north', 'oak', 'lid']

function words(min: number, max: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
    .map((some) => some.join(' ').padEnd(min, ' desk').slice(0, max))
}

function boundsOf(definition: Definition): { min?: number; max?: number } {
  const checks = checksOf(definition)
  const of = (name: string) => checks.find(({ check }) => check === name)
  const lower = of('min_length')?.minimum ?? of('greater_than')?.value
  const upper = of('max_length')?.maximum ?? of('less_than')?.value
  return { ...(lower === undefined ? {} : { min: lower }), ...(upper === undefined ? {} : { max: upper }) }
}

function checksOf(definition: Definition): Check[] {
  return (definition.checks ?? []).map(({ _zod }) => _zod.def)
}
