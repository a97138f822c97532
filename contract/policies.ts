/** The promises of the shop's policies (spec section 9), shared with the code that implements them. */

/** The date of the last change, as shown on the policy pages (spec section 2). */
export const POLICIES_UPDATED = 'April 17, 2025'
/** Days after delivery during which returns are accepted, unless the store owner changes them. */
export const RETURN_DAYS = 30
export const RETURN_DAYS_MAX = 365
/** The least number in shops that ship to the EU (Directive 2011/83/EU, article 9). */
export const EU_RETURN_DAYS = 14
/** Business days needed to process an order. */
export const PROCESSING_DAYS = '1-2'

/**
 * Returns when orders ship, as a text before, the time, and a text after.
 * @param shipsWithin the store owner's text, such as '2 business days'
 */
export function processingText(shipsWithin = ''): [string, string, string] {
  if (shipsWithin !== '') return ['Orders ship within ', shipsWithin, '.']
  return ['Orders are processed in ', PROCESSING_DAYS, ' business days.']
}

/** Days of notice before changes to the terms. */
export const TERMS_NOTICE_DAYS = 30
