import type { Destination } from '#contract/pricing/quote.ts'

/**
 * An address and its taxes according to the law.
 * @property rows the rows of the tax table that apply, first match first: 'FR', or 'ES-GC' for a region
 * @property isInUnion whether goods that are sent there stay in the EU's VAT area
 * @property reportedAs the code that shops in the EU report sales under, if it isn't that of the row
 */
export type TaxedPlace = Omit<Destination, 'methodId'> & {
  rows: readonly string[]
  isInUnion: boolean
  reportedAs?: string
}

const place = (
  [country, region = '', postalCode]: string[],
  rows: readonly string[],
  isInUnion: boolean,
  reportedAs?: string,
): TaxedPlace => ({
  country: country ?? '',
  region,
  ...(postalCode !== undefined && { postalCode }),
  rows,
  isInUnion,
  ...(reportedAs !== undefined && { reportedAs }),
})

const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ')

/** Addresses with the taxes of their country, or of their region. */
const ORDINARY: TaxedPlace[] = [
  ...UNION.map((country) => place([country], [country], true)),
  ...['10115', '10200', '12999', '13000', '14000', '１９９９９', '20000', '20101', '78462'].map((code) =>
    place(['DE', '', code], ['DE'], true),
  ),
  ...['N1 9GU', 'n1 0aa', 'N10 1AA', 'N1C 4AG', 'N19 3AB', 'N193XY', 'N19 4AB', 'NW1 1AA', 'SW1A 1AA'].map(
    (code) => place(['GB', '', code], ['GB'], false),
  ),
  place(['ES', 'B', '08001'], ['ES-B', 'ES'], true),
  place(['FR', '', '20000'], ['FR'], true),
  place(['IT', 'CO', '22100'], ['IT-CO', 'IT'], true),
  place(['CH'], ['CH'], false),
  place(['GB'], ['GB'], false),
  place(['NO'], ['NO'], false),
  place(['JP'], ['JP'], false),
  place(['AU'], ['AU'], false),
  place(['US', 'NY', '10001'], ['US-NY', 'US'], false),
  place(['US', 'CA', '90001'], ['US-CA', 'US'], false),
  place(['US', 'OR', '97201'], ['US-OR', 'US'], false),
  place(['CA', 'AB'], ['CA-AB', 'CA'], false),
  place(['CA', 'qc', 'H2Y 1C6'], ['CA-QC', 'CA'], false),
  place(['CA', 'QC', 'h3a'], ['CA-QC', 'CA'], false),
  place(['CA', 'QC', 'G1R 4P5'], ['CA-QC', 'CA'], false),
  place(['CA', 'BC', 'V5K 0A1'], ['CA-BC', 'CA'], false),
  place(['CA', 'ON', 'K1A 0B1'], ['CA-ON', 'CA'], false),
]

/** Addresses whose taxes aren't those of the country that they name, and two neighbors whose taxes are. */
const TERRITORIES: TaxedPlace[] = [
  place(['FR', '', '98000'], ['MC', 'FR'], true),
  place(['MC', '', '98000'], ['MC', 'FR'], true),
  place(['GB', '', 'IM1 1AA'], ['IM', 'GB'], false),
  place(['IM', '', 'im99 1ps'], ['IM', 'GB'], false),
  place(['GB', '', 'BT1 5GS'], ['GB'], true, 'XI'),
  place(['GB', '', 'bt939ab'], ['GB'], true, 'XI'),
  place(['GB', '', 'JE2 3AA'], ['JE'], false),
  place(['GG', '', 'GY1 1AA'], ['GG'], false),
  place(['GB', '', 'GX11 1AA'], ['GI'], false),
  place(['ES', 'GC', '35001'], ['ES-GC'], false),
  place(['ES', '', '38001'], ['ES-TF'], false),
  place(['ES', 'Santa Cruz de Tenerife'], ['ES-TF'], false),
  place(['ES', 'CE', '51001'], ['ES-CE'], false),
  place(['ES', 'Melilla'], ['ES-ML'], false),
  place(['DE', '', '78266'], [], false),
  place(['DE', '', '27498'], [], false),
  place(['IT', 'SO', '23041'], [], false),
  place(['IT', 'CO', '22061'], [], false),
  place(['GR', '', '630 86'], [], false),
  place(['FI', '', '22100'], ['AX'], false),
  place(['AX', '', '22100'], ['AX'], false),
  place(['FR', '', '97400'], ['RE'], false),
  place(['RE', '', '97400'], ['RE'], false),
  place(['FR', '', '97200'], ['MQ'], false),
  place(['FR', '', '97150'], ['MF'], false),
  place(['US', 'PR', '00901'], ['US-PR', 'US'], false),
  place(['PR', '', '00901'], ['US-PR', 'US'], false),
  place(['GU', '', '96910'], ['US-GU', 'US'], false),
  place(['FI', '', '21100'], ['FI'], true),
  place(['GB', '', 'B1 1AA'], ['GB'], false),
]

/** Where orders are picked up, by the ID of the shipping method. */
export const PICKUPS: Record<string, TaxedPlace & { city: string }> = {
  'pickup-berlin': { ...place(['DE', '', '10115'], ['DE'], true), city: 'Berlin' },
  'pickup-ny': { ...place(['US', 'NY', '10118'], ['US-NY', 'US'], false), city: 'New York' },
  'pickup-belfast': { ...place(['GB', '', 'BT1 5GS'], ['GB'], true, 'XI'), city: 'Belfast' },
  'pickup-ceuta': { ...place(['ES', 'CE', '51001'], ['ES-CE'], false), city: 'Ceuta' },
}

const sent = ({ country, region, postalCode }: TaxedPlace, methodId: string | null = null): Destination => ({
  country,
  region,
  ...(postalCode !== undefined && { postalCode }),
  methodId,
})

const PLACES = [...ORDINARY, ...TERRITORIES]

/** Returns the taxes of an address in one of these lists. */
export function taxedPlaceOf({ country, region, postalCode }: Destination): TaxedPlace {
  const found = PLACES.find(
    (one) => one.country === country && one.region === region && one.postalCode === postalCode,
  )
  if (!found) throw new Error(`No expected taxes for ${country} ${region} ${postalCode}`)
  return found
}

const inside = (country: string, postalCode?: string) =>
  PLACES.filter((one) => one.country === country && (!postalCode || one.postalCode === postalCode))

/** Deliveries to every address, some of them by a chosen method, and pickups by people from near and far. */
export const DESTINATIONS: Destination[] = [
  ...PLACES.map((one) => sent(one)),
  ...inside('CA', 'H2Y 1C6').map((one) => sent(one, 'express')),
  ...inside('CA', 'G1R 4P5').map((one) => sent(one, 'express')),
  ...Object.keys(PICKUPS).flatMap((method) =>
    [...inside('JP'), ...inside('DE', '10115'), ...inside('FR', '98000'), ...inside('GB', 'BT1 5GS')].map(
      (one) => sent(one, method),
    ),
  ),
]
