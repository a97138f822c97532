const brands = [
  { name: 'Visa', begins: /^4/, length: 16, groups: [4, 4, 4, 4], code: 3 },
  { name: 'Mastercard', begins: /^(5[1-5]|2[2-7])/, length: 16, groups: [4, 4, 4, 4], code: 3 },
  { name: 'American Express', short: 'Amex', begins: /^3[47]/, length: 15, groups: [4, 6, 5], code: 4 },
  { name: 'Discover', begins: /^(6011|64[4-9]|65)/, length: 16, groups: [4, 4, 4, 4], code: 3 },
]

const unknownBrand = { name: '', length: 16, groups: [4, 4, 4, 4], code: 3 }

export function brandOf(digits) {
  return brands.find(({ begins }) => begins.test(digits)) ?? unknownBrand
}

/** Returns `4242 4242 4242 4242`, however it was typed. */
export function formatNumber(text) {
  const digits = text.replace(/\D/g, '')
  let from = 0
  const parts = brandOf(digits).groups.map((length) => {
    from += length
    return digits.slice(from - length, from)
  })
  return parts.filter(Boolean).join(' ')
}

/** Returns the problem with a number, or null. `isFinal` is true once the buyer has left the field. */
export function findNumberFault(text, isFinal) {
  const digits = text.replace(/\D/g, '')
  if (digits.length < brandOf(digits).length) {
    return isFinal ? { code: 'incomplete_number', message: 'The card number is incomplete.' } : null
  }
  const isRight = luhnSum(digits) % 10 === 0
  return isRight ? null : { code: 'invalid_number', message: 'The card number is invalid.' }
}

/** Returns the sum of the digits, with every second one from the right doubled (Luhn). */
function luhnSum(digits) {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
