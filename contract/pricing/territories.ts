import { EU_COUNTRIES, NORTHERN_IRELAND } from './eu.ts'
import { canonicalPlace } from './places.ts'
import { comparable } from './postal-codes.ts'
import type { Place } from './shipping.ts'

/**
 * Places whose VAT differs from that of the country that their addresses name. Doesn't import zod, so pages can load it
 * early.
 * @property country ISO 3166 code in the address
 * @property postalCodes matches a postal code without spaces and hyphens
 * @property region the code of the region; `regions` are other ways of writing it
 * @property taxedBy the countries whose rates apply, first match first. 'region': only the rates of this region
 * @property isInEu whether goods that are sent there stay in the EU's VAT area
 * @property reportedAs the code in VAT reports of EU shops, if it isn't that of the rates
 */
type Territory = {
  name: string
  country: string
  postalCodes: RegExp
  region?: string
  regions?: string[]
  taxedBy: readonly string[] | 'region'
  isInEu: boolean
  reportedAs?: string
  source: string
}

const DIRECTIVE = 'Directive 2006/112/EC'
const OUTSIDE: Pick<Territory, 'taxedBy' | 'isInEu'> = { taxedBy: [], isInEu: false }
const SPANISH: Pick<Territory, 'country' | 'taxedBy' | 'isInEu'> = {
  ...{ country: 'ES', taxedBy: 'region', isInEu: false },
}

/** A French territory with a separate ISO code, whose postal codes are French. */
const french = (name: string, code: string, postalCodes: RegExp, source: string): Territory => ({
  ...{ name, country: 'FR', postalCodes, taxedBy: [code], isInEu: false, source },
})
const DEPARTMENT = `${DIRECTIVE}, article 6(1)(c); Treaty on the Functioning of the EU, article 349`
const COLLECTIVITY = 'Treaty on the Functioning of the EU, article 355(2) and Annex II'

export const TERRITORIES: readonly Territory[] = [
  {
    ...{ name: 'Monaco', country: 'FR', postalCodes: /^980/, taxedBy: ['MC', 'FR'], isInEu: true },
    source: `${DIRECTIVE}, article 7`,
  },
  {
    ...{ name: 'Monaco', country: 'MC', postalCodes: /^/, taxedBy: ['MC', 'FR'], isInEu: true },
    source: `${DIRECTIVE}, article 7`,
  },
  {
    ...{ name: 'Isle of Man', country: 'GB', postalCodes: /^IM\d/, taxedBy: ['IM', 'GB'], isInEu: false },
    source: 'Isle of Man Act 1979 (United Kingdom), section 6',
  },
  {
    ...{ name: 'Isle of Man', country: 'IM', postalCodes: /^/, taxedBy: ['IM', 'GB'], isInEu: false },
    source: 'Isle of Man Act 1979 (United Kingdom), section 6',
  },
  {
    ...{ name: 'Northern Ireland', country: 'GB', postalCodes: /^BT\d/ },
    ...{ taxedBy: [NORTHERN_IRELAND, 'GB'], isInEu: true, reportedAs: NORTHERN_IRELAND },
    source: 'Protocol on Ireland/Northern Ireland, article 8 and Annex 3; Directive (EU) 2020/1756',
  },
  {
    ...{ name: 'Guernsey', country: 'GB', postalCodes: /^GY\d/, taxedBy: ['GG'], isInEu: false },
    source: `${DIRECTIVE}, article 6(1)(e)`,
  },
  {
    ...{ name: 'Jersey', country: 'GB', postalCodes: /^JE\d/, taxedBy: ['JE'], isInEu: false },
    source: `${DIRECTIVE}, article 6(1)(e)`,
  },
  {
    ...{ name: 'Gibraltar', country: 'GB', postalCodes: /^GX11/, taxedBy: ['GI'], isInEu: false },
    source: 'Act of Accession 1972, article 28',
  },
  {
    ...{ name: 'Las Palmas, Canary Islands', ...SPANISH, postalCodes: /^35/ },
    ...{ region: 'GC', regions: ['Las Palmas'] },
    source: `${DIRECTIVE}, article 6(1)(b)`,
  },
  {
    ...{ name: 'Santa Cruz de Tenerife, Canary Islands', ...SPANISH, postalCodes: /^38/ },
    ...{ region: 'TF', regions: ['Santa Cruz de Tenerife'] },
    source: `${DIRECTIVE}, article 6(1)(b)`,
  },
  {
    ...{ name: 'Ceuta', ...SPANISH, postalCodes: /^51/, region: 'CE', regions: ['Ceuta'] },
    source: `${DIRECTIVE}, article 6(2)(c)`,
  },
  {
    ...{ name: 'Melilla', ...SPANISH, postalCodes: /^52/, region: 'ML', regions: ['Melilla'] },
    source: `${DIRECTIVE}, article 6(2)(d)`,
  },
  {
    ...{ name: 'Heligoland', country: 'DE', postalCodes: /^27498$/, ...OUTSIDE },
    source: `${DIRECTIVE}, article 6(2)(a)`,
  },
  {
    ...{ name: 'Büsingen', country: 'DE', postalCodes: /^78266$/, ...OUTSIDE },
    source: `${DIRECTIVE}, article 6(2)(b)`,
  },
  {
    ...{ name: 'Livigno', country: 'IT', postalCodes: /^23041$/, ...OUTSIDE },
    source: `${DIRECTIVE}, article 6(2)(e)`,
  },
  {
    ...{ name: 'Campione d’Italia', country: 'IT', postalCodes: /^22061$/, ...OUTSIDE },
    source: `${DIRECTIVE}, article 6(1)(f), by Directive (EU) 2019/475`,
  },
  {
    ...{ name: 'Åland', country: 'FI', postalCodes: /^22\d{3}$/, taxedBy: ['AX'], isInEu: false },
    source: `${DIRECTIVE}, article 6(1)(d)`,
  },
  {
    ...{ name: 'Mount Athos', country: 'GR', postalCodes: /^63086$/, ...OUTSIDE },
    source: `${DIRECTIVE}, article 6(1)(a)`,
  },
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
    ...{ isRegionOnly: taxedBy === 'region', isInEu },
    ...(reportedAs && { reportedAs }),
  }
}

function isIn({ postalCodes, region, regions = [] }: Territory, typed: string, postalCode: string): boolean {
  if (postalCode !== '' || !region) return postalCodes.test(postalCode)
  return [region, ...regions].some((one) => comparable(one) === typed)
}
