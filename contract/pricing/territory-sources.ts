/** Why the VAT of each territory differs, by the names in territories.ts. Only a test imports it. */

const DIRECTIVE = 'Directive 2006/112/EC'
const CHANNEL_ISLANDS = `${DIRECTIVE}, article 6(1)(e)`
const CANARY_ISLANDS = `${DIRECTIVE}, article 6(1)(b)`
const DEPARTMENT = `${DIRECTIVE}, article 6(1)(c)`
const COLLECTIVITY = 'Treaty on the Functioning of the EU, article 355(2)'

export const TERRITORY_SOURCES: Readonly<Record<string, string>> = {
  Monaco: `${DIRECTIVE}, article 7`,
  'Isle of Man': 'Isle of Man Act 1979, section 6',
  'Northern Ireland': 'Windsor Framework, article 8',
  Guernsey: CHANNEL_ISLANDS,
  Jersey: CHANNEL_ISLANDS,
  Gibraltar: 'Act of Accession 1972, article 28',
  'Las Palmas, Canary Islands': CANARY_ISLANDS,
  'Santa Cruz de Tenerife, Canary Islands': CANARY_ISLANDS,
  Ceuta: `${DIRECTIVE}, article 6(2)(c)`,
  Melilla: `${DIRECTIVE}, article 6(2)(d)`,
  Heligoland: `${DIRECTIVE}, article 6(2)(a)`,
  Büsingen: `${DIRECTIVE}, article 6(2)(b)`,
  Livigno: `${DIRECTIVE}, article 6(2)(e)`,
  'Campione d’Italia': `${DIRECTIVE}, article 6(1)(f)`,
  Åland: `${DIRECTIVE}, article 6(1)(d)`,
  'Mount Athos': `${DIRECTIVE}, article 6(1)(a)`,
  'Saint Barthélemy': COLLECTIVITY,
  'Saint Martin': DEPARTMENT,
  Guadeloupe: DEPARTMENT,
  Martinique: DEPARTMENT,
  'French Guiana': DEPARTMENT,
  Réunion: DEPARTMENT,
  'Saint Pierre and Miquelon': COLLECTIVITY,
  Mayotte: DEPARTMENT,
  'Wallis and Futuna': COLLECTIVITY,
  'French Polynesia': COLLECTIVITY,
  'New Caledonia': COLLECTIVITY,
}
