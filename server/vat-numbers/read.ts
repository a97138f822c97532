import { checkVAT, countries } from 'jsvat-next'
import { EU_COUNTRIES } from '#contract/pricing/eu.ts'

/** The prefix of Northern Ireland, which is in the EU for goods. */
const NORTHERN_IRELAND = 'XI'
const EU_PREFIXES = [...EU_COUNTRIES, 'EL', NORTHERN_IRELAND]

/**
 * Reads a VAT number by its format and check digits.
 * @returns the number as VIES knows it, such as 'EL094259216', and the ISO code of its country or 'XI'; null if it isn't
 * a valid number of the EU or of Northern Ireland
 */
export function readVatNumber(typed: string): { id: string; country: string } | null {
  const id = compact(typed).replace(/^GR/, 'EL')
  const { isValid, country } = checkVAT(id, countries)
  if (!isValid || !country) return null
  if (id.startsWith(NORTHERN_IRELAND)) return { id, country: NORTHERN_IRELAND }
  const code = country.isoCode.short
  return EU_COUNTRIES.includes(code) ? { id, country: code } : null
}

/**
 * Returns whether a business's VAT ID is meant as a number of the EU or the United Kingdom but isn't one. Other
 * countries' tax numbers have other formats.
 * @param country ISO code of the country of the business
 */
export function isWrongVatId(typed: string, country: string): boolean {
  const id = compact(typed)
  if (id === '') return false
  const [, prefix = ''] = /^([A-Z]{2})[A-Z]{0,2}\d/.exec(id) ?? []
  if (prefix === 'GB') return !checkVAT(id, countries).isValid
  const isMeant = EU_PREFIXES.includes(country) || EU_PREFIXES.includes(prefix)
  return isMeant && readVatNumber(id) === null
}

const compact = (typed: string) =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9+*]/g, '')
