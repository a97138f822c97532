import { canonicalPlace } from '#contract/pricing/places.ts'
import { placeProblems, TAX_MESSAGES, type TaxRow, type TaxSettings } from '#contract/settings/taxes.ts'
import { listRegions, resolveCountry, resolveRegion } from '../addresses/places.ts'
import { invalidInput } from '../errors.ts'

type Problem = { path: string; message: string }

/**
 * Returns tax settings whose places are codes, so that each rate matches addresses.
 * @throws ShopError 400 for a place that doesn't exist, or that has two rows
 */
export function withTaxPlaces(taxes: TaxSettings): TaxSettings {
  const problems: Problem[] = []
  const home = taxes.home === null ? null : resolveCountry(taxes.home)
  if (taxes.home !== null && home === null)
    problems.push({ path: 'taxes.home', message: TAX_MESSAGES.country })
  const rows = taxes.rows.map((row, index) => {
    const place = resolvedPlace(row)
    if ('country' in place) return { ...row, ...place }
    problems.push({ path: `taxes.rows.${index}.${place.path}`, message: place.message })
    return row
  })
  for (const { index, path, message } of problems.length > 0 ? [] : placeProblems(rows))
    problems.push({ path: `taxes.rows.${index}.${path}`, message })
  if (problems[0]) throw invalidInput(problems[0].message, problems)
  return { ...taxes, home, rows }
}

function resolvedPlace({ country, region }: TaxRow): Pick<TaxRow, 'country' | 'region'> | Problem {
  const code = resolveCountry(country)
  if (code === null) return { path: 'country', message: TAX_MESSAGES.country }
  if (region === null) return canonicalPlace({ country: code, region })
  const resolved = resolveRegion(code, region)
  if (resolved !== null) return { country: code, region: resolved }
  const hasRegions = listRegions(code).length > 0
  return { path: 'region', message: hasRegions ? TAX_MESSAGES.region : TAX_MESSAGES.noRegions }
}
