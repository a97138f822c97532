/** Rules for SKUs and barcodes. Only forms load them, not every page. */

export const SKU_MAX = 80
export const BARCODE_MESSAGE = 'Must be a GTIN of 8, 12, 13, or 14 digits with a correct check digit'

/** Returns true for a global trade item number with a correct check digit. */
export function isGtin(digits: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(digits)) return false
  const sum = [...digits.padStart(14, '0')].reduce(
    (sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  )
  return sum % 10 === 0
}
