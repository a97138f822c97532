import { normalizedPlace, PLACE_FIELDS, placeProblem } from '#contract/addresses/rules.ts'
import { type Business, businessLines } from '#contract/settings/business.ts'
import { addressFormatOf, writtenAddress } from '../addresses/address-formats.ts'
import { invalidInput } from '../errors.ts'

/**
 * Checks an address against the format of its country, unless it is empty.
 * @throws ShopError 400
 */
export function checkedBusiness(business: Business): Business {
  const format = addressFormatOf(business.country)
  if (!format || PLACE_FIELDS.every((field) => business[field] === '')) return business
  const errors = PLACE_FIELDS.flatMap((field) => {
    const message = placeProblem(format, field, business)
    return message ? [{ path: `business.${field}`, message }] : []
  })
  if (errors[0]) throw invalidInput(errors[0].message, errors)
  return { ...business, ...normalizedPlace(format, business) }
}

/** Returns the lines for emails and pages, or nothing if the store owner entered nothing. */
export function linesOfBusiness({ business }: { business: Business }): string[] {
  return businessLines(business, writtenAddress({ ...business, firstName: '', lastName: '' }))
}
