import { z } from 'zod'
import { EU_COUNTRIES } from '../pricing/eu.ts'
import { STANDARD_CLASS } from '../pricing/taxes.ts'
import { shownLine } from '../text.ts'
import { flag, lineOrNone } from '../typed-text.ts'

const RATES_MAX = 1000
const CLASSES_MAX = 20
const CLASS_MAX = 30
const NAME_MAX = 40
const REGION_MAX = 80
const PPM_MAX = 1_000_000

/** The default class: a product has it unless the product or its category has another one. */
export const BUILT_IN_CLASSES = [STANDARD_CLASS, 'reduced', 'zero'] as const

export const TAX_MESSAGES = {
  mode: 'Select how taxes are calculated',
  choice: 'Must be true or false',
  home: 'Enter the EU country that charges your VAT, such as DE',
  noAddress: 'Stripe Tax needs the address of your business. Enter it under Business.',
  notSetUp: 'Stripe Tax isn’t set up. Open Tax in your Stripe dashboard, complete it, and save again.',
  unavailable:
    'We can’t check that Stripe Tax is set up. Check that the shop’s Stripe key may use Tax, and try again.',
  noRates: 'Add at least one tax rate, or turn taxes off',
  country: 'Country must be a two-letter code, such as DE',
  name: 'Name is required, such as VAT',
  rate: 'Rate must be from 0% to 100%',
  from: 'Valid from must be a date',
  twice: 'This rate has the same country, region, class, name, and date as another one',
  unknownClass: 'This tax class doesn’t exist',
  noStandard: 'Add a standard rate for this country, too. It can be 0%.',
  className: `A tax class is one word of at most ${CLASS_MAX} lowercase letters, digits, hyphens, and underscores`,
  classTwice: 'This tax class already exists',
  tooManyClasses: `At most ${CLASSES_MAX} tax classes`,
  tooMany: `At most ${RATES_MAX} tax rates`,
} as const

const Country = z
  .string({ error: TAX_MESSAGES.country })
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}$/, TAX_MESSAGES.country)

/** @property region null for the whole country @property ppm in millionths @property from null if it has always applied */
const RateSetting = z.object({
  country: Country,
  region: lineOrNone(REGION_MAX),
  taxClass: z.string(),
  name: z.string({ error: TAX_MESSAGES.name }).pipe(
    shownLine({
      min: 1,
      tooShort: TAX_MESSAGES.name,
      max: NAME_MAX,
      tooLong: `Name must be at most ${NAME_MAX} characters`,
    }),
  ),
  ppm: z.int(TAX_MESSAGES.rate).min(0, TAX_MESSAGES.rate).max(PPM_MAX, TAX_MESSAGES.rate),
  from: z.iso.date(TAX_MESSAGES.from).nullable(),
})
export type RateSetting = z.output<typeof RateSetting>

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
    /** 'table': taxes are computed from `rates`. 'stripe': Stripe Tax calculates them. */
    mode: z.enum(['none', 'table', 'stripe'], TAX_MESSAGES.mode),
    pricesIncludeTax: flag(TAX_MESSAGES.choice),
    /** The country where the shop is registered for VAT, or null if it isn't registered. */
    home: z.preprocess((value) => value || null, Country.nullable()).default(null),
    rates: z.array(RateSetting).max(RATES_MAX, TAX_MESSAGES.tooMany),
    /** Whether customers in other EU countries pay their country's rate instead of the shop's. */
    oss: z.enum(['destination', 'home']),
    /** Whether a business pays no VAT while its number can't be verified, because VIES is unavailable. */
    acceptsUnverifiedNumbers: flag(TAX_MESSAGES.choice).default(false),
    /** The shop's own tax classes. */
    classes: Classes,
  })
  .superRefine(({ mode, rates, classes, oss, home }, context) => {
    const problem = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message })
    if (mode === 'table' && rates.length === 0) problem(['rates'], TAX_MESSAGES.noRates)
    if (oss === 'home' && !EU_COUNTRIES.includes(home ?? '')) problem(['home'], TAX_MESSAGES.home)
    const known = new Set<string>([...BUILT_IN_CLASSES, ...classes])
    const seen = new Set<string>()
    for (const [index, rate] of rates.entries()) {
      if (!known.has(rate.taxClass)) problem(['rates', index, 'taxClass'], TAX_MESSAGES.unknownClass)
      const key = JSON.stringify([rate.country, rate.region, rate.taxClass, rate.name, rate.from])
      if (seen.has(key)) problem(['rates', index, 'name'], TAX_MESSAGES.twice)
      seen.add(key)
    }
  })
export type TaxSettings = z.output<typeof TaxSettings>

/** A fresh install charges no taxes. */
export const NO_TAXES: TaxSettings = {
  mode: 'none',
  pricesIncludeTax: false,
  home: null,
  rates: [],
  oss: 'destination',
  acceptsUnverifiedNumbers: false,
  classes: [],
}

/**
 * Returns the index of a rate in a place that has no standard rate, or -1 if there is none. Products of all other
 * classes would be untaxed there.
 */
export function rateWithoutStandard({ mode, rates }: TaxSettings): number {
  if (mode !== 'table') return -1
  const standard = rates.filter(({ taxClass }) => taxClass === STANDARD_CLASS)
  return rates.findIndex(
    ({ country, region }) =>
      !standard.some((rate) => rate.country === country && (rate.region === null || rate.region === region)),
  )
}

/** Returns the product's tax class, or 'standard' if the shop no longer has that class. */
export function knownClass({ mode, classes }: TaxSettings, taxClass: string): string {
  const isKnown = mode !== 'none' && [...BUILT_IN_CLASSES, ...classes].includes(taxClass)
  return isKnown ? taxClass : STANDARD_CLASS
}
