import { z } from 'zod'
import { EU_COUNTRIES } from '../pricing/eu.ts'
import { comparable } from '../pricing/postal-codes.ts'
import { STANDARD_CLASS } from '../pricing/taxes.ts'
import { shownLine } from '../text.ts'
import { flag, lineOrNone } from '../typed-text.ts'

const ROWS_MAX = 1000
const CLASSES_MAX = 20
const CLASS_MAX = 30
const NAME_MAX = 40
const COUNTRY_MAX = 80
const REGION_MAX = 80
const PPM_MAX = 1_000_000

/** The class of products that are never taxed. It has no rates. */
export const ZERO_CLASS = 'zero'
/** The default class: a product has it unless the product or its category has another one. */
export const BUILT_IN_CLASSES = [STANDARD_CLASS, 'reduced', ZERO_CLASS] as const

export const TAX_MESSAGES = {
  mode: 'Select how taxes are calculated',
  choice: 'Must be true or false',
  home: 'Choose the EU country that charges your VAT',
  noAddress: 'Stripe Tax needs the address of your business. Enter it under Business.',
  notSetUp: 'Stripe Tax isn’t set up. Open Tax in your Stripe dashboard, complete it, and save again.',
  unavailable:
    'We can’t check that Stripe Tax is set up. Check that the shop’s Stripe key may use Tax, and try again.',
  noRows: 'Add at least one country, or turn taxes off',
  country: 'Choose a country from the list',
  region: 'Choose a region from the country’s list',
  noRegions: 'Addresses in this country have no regions',
  name: 'Name is required, such as VAT',
  rate: 'Rate must be from 0% to 100%',
  from: 'Choose the day when the next rate begins',
  twice: 'This country or region already has a row',
  unknownClass: 'This tax class doesn’t exist',
  zeroClass: 'Products of the class “zero” are never taxed, so it has no rate',
  noStandard: 'Enter the standard rate. It can be 0%.',
  onlyRegionsAdd: 'Only a region’s rate can be added to its country’s rate',
  noCountryRow: 'Add a row for the whole country, whose rate this one is added to',
  className: `A tax class is one word of at most ${CLASS_MAX} lowercase letters, digits, hyphens, and underscores`,
  classTwice: 'This tax class already exists',
  tooManyClasses: `At most ${CLASSES_MAX} tax classes`,
  tooMany: `At most ${ROWS_MAX} countries and regions`,
} as const

/** A code or a name, which the server resolves to an ISO 3166 code. */
const Country = z
  .string({ error: TAX_MESSAGES.country })
  .trim()
  .min(1, TAX_MESSAGES.country)
  .max(COUNTRY_MAX, TAX_MESSAGES.country)

const Ppm = z.int(TAX_MESSAGES.rate).min(0, TAX_MESSAGES.rate).max(PPM_MAX, TAX_MESSAGES.rate)

/** @property ppm in millionths @property next the rate that replaces it, and its first day */
const TaxCell = z.object({
  ppm: Ppm,
  next: z
    .object({ ppm: Ppm, from: z.iso.date(TAX_MESSAGES.from) })
    .nullable()
    .default(null),
})
export type TaxCell = z.output<typeof TaxCell>

/** The rates of a country or of one of its regions. */
const TaxRow = z.object({
  country: Country,
  /** The region's code or name, or null for the whole country. The server resolves it to its code. */
  region: lineOrNone(REGION_MAX),
  /** A label for shoppers, such as 'GST'. */
  name: z.string({ error: TAX_MESSAGES.name }).pipe(
    shownLine({
      min: 1,
      tooShort: TAX_MESSAGES.name,
      max: NAME_MAX,
      tooLong: `Name must be at most ${NAME_MAX} characters`,
    }),
  ),
  /** Whether the region's rate is added to the country's rate instead of replacing it. */
  addsToCountry: flag(TAX_MESSAGES.choice).default(false),
  /** False where separately stated shipping isn't taxed. */
  shippingTaxed: flag(TAX_MESSAGES.choice).default(true),
  /** By tax class. A class without a rate is taxed as standard. */
  rates: z
    .record(z.string(), TaxCell.nullable(), TAX_MESSAGES.noStandard)
    .transform((rates) =>
      Object.fromEntries(Object.entries(rates).flatMap(([name, cell]) => (cell ? [[name, cell]] : []))),
    ),
  /** Where a prefilled rate comes from, and the day on which it was right; null for the owner's own rates. */
  source: z
    .object({ name: z.string().max(100), day: z.iso.date() })
    .nullable()
    .default(null),
})
export type TaxRow = z.output<typeof TaxRow>

/** Words are separated by a hyphen or, as in Stripe's tax codes, by an underscore. */
const CLASS_NAME = /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/
/** A list, or one comma-separated string. */
const Classes = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(','))], TAX_MESSAGES.className)
  .transform((names) => names.map((name) => name.trim()).filter(Boolean))
  .refine(
    (names) => names.every((name) => name.length <= CLASS_MAX && CLASS_NAME.test(name)),
    TAX_MESSAGES.className,
  )
  .refine((names) => names.length <= CLASSES_MAX, TAX_MESSAGES.tooManyClasses)
  .refine(
    (names) => new Set([...BUILT_IN_CLASSES, ...names]).size === BUILT_IN_CLASSES.length + names.length,
    TAX_MESSAGES.classTwice,
  )

/** How the shop charges taxes. */
export const TaxSettings = z
  .object({
    /** 'table': taxes are computed from `rows`. 'stripe': Stripe Tax calculates them. */
    mode: z.enum(['none', 'table', 'stripe'], TAX_MESSAGES.mode),
    pricesIncludeTax: flag(TAX_MESSAGES.choice),
    /** The country where the shop is registered for VAT, or null if it isn't registered. */
    home: z.preprocess((value) => value || null, Country.nullable()).default(null),
    rows: z.array(TaxRow).max(ROWS_MAX, TAX_MESSAGES.tooMany),
    /** Whether customers in other EU countries pay their country's rate instead of the shop's. */
    oss: z.enum(['destination', 'home']),
    /** Whether a business pays no VAT while its number can't be verified, because VIES is unavailable. */
    acceptsUnverifiedNumbers: flag(TAX_MESSAGES.choice).default(false),
    /** The shop's own tax classes. */
    classes: Classes,
  })
  .superRefine(({ mode, rows, classes, oss, home }, context) => {
    const problem = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (mode === 'table' && rows.length === 0) problem(['rows'], TAX_MESSAGES.noRows)
    if (oss === 'home' && !EU_COUNTRIES.includes(home ?? '')) problem(['home'], TAX_MESSAGES.home)
    for (const [index, row] of rows.entries())
      for (const { path, message } of rowProblems(row, classes)) problem(['rows', index, ...path], message)
    for (const { index, path, message } of placeProblems(rows)) problem(['rows', index, path], message)
  })
export type TaxSettings = z.output<typeof TaxSettings>

/** A fresh install charges no taxes. */
export const NO_TAXES: TaxSettings = {
  mode: 'none',
  pricesIncludeTax: false,
  home: null,
  rows: [],
  oss: 'destination',
  acceptsUnverifiedNumbers: false,
  classes: [],
}

type PlaceProblem = { index: number; path: 'country' | 'region' | 'addsToCountry'; message: string }

/**
 * Returns what is wrong with the places of rows. A place has one row, so it can't have two rates of a class at a time.
 * @returns `path` is a field of the row
 */
export function placeProblems(rows: Pick<TaxRow, 'country' | 'region' | 'addsToCountry'>[]): PlaceProblem[] {
  const keyOf = (country: string, region: string | null) => `${country} ${region && comparable(region)}`
  const places = rows.map(({ country, region }) => keyOf(country, region))
  return rows.flatMap(({ country, region, addsToCountry }, index): PlaceProblem[] => {
    const field = region === null ? 'country' : 'region'
    const place = keyOf(country, region)
    const isTwice = places.indexOf(place) < index
    if (isTwice) return [{ index, path: field, message: TAX_MESSAGES.twice }]
    if (!addsToCountry) return []
    const path = 'addsToCountry' as const
    if (region === null) return [{ index, path, message: TAX_MESSAGES.onlyRegionsAdd }]
    return places.includes(keyOf(country, null)) ? [] : [{ index, path, message: TAX_MESSAGES.noCountryRow }]
  })
}

function rowProblems({ rates }: TaxRow, classes: string[]): { path: string[]; message: string }[] {
  const known = new Set<string>([...BUILT_IN_CLASSES, ...classes])
  const unknown = Object.keys(rates).filter((name) => name === ZERO_CLASS || !known.has(name))
  return [
    ...(rates[STANDARD_CLASS] ? [] : [{ path: ['rates', STANDARD_CLASS], message: TAX_MESSAGES.noStandard }]),
    ...unknown.map((name) => ({
      path: ['rates', name],
      message: name === ZERO_CLASS ? TAX_MESSAGES.zeroClass : TAX_MESSAGES.unknownClass,
    })),
  ]
}

/** Returns the product's tax class, or 'standard' if the shop no longer has that class. */
export function knownClass({ mode, classes }: TaxSettings, taxClass: string): string {
  const isKnown = mode !== 'none' && [...BUILT_IN_CLASSES, ...classes].includes(taxClass)
  return isKnown ? taxClass : STANDARD_CLASS
}
