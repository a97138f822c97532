const brands = [
  { name: 'Visa', begins: /^4/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'Mastercard', begins: /^(5[1-5]|2[2-7])/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'American Express', short: 'Amex', begins: /^3[47]/, lengths: [15], groups: [4, 6, 5], code: 4 },
  { name: 'Discover', begins: /^(6011|64[4-9]|65)/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  {
    name: 'Diners Club',
    short: 'Diners',
    begins: /^3(0[0-5]|[689])/,
    lengths: [14, 16],
    groups: [4, 6, 4, 2],
    code: 3,
  },
  { name: 'JCB', begins: /^35/, lengths: [16], groups: [4, 4, 4, 4], code: 3 },
  { name: 'UnionPay', begins: /^62/, lengths: [16, 17, 18, 19], groups: [4, 4, 4, 4, 3], code: 3 },
]

const unknownBrand = { name: '', lengths: [16], groups: [4, 4, 4, 4], code: 3 }

export function brandOf(digits) {
  return brands.find(({ begins }) => begins.test(digits)) ?? unknownBrand
}

/** `4242 4242 4242 4242`, whatever was typed. */
export function formatNumber(text) {
  const digits = text.replace(/\D/g, '')
  const { groups, lengths } = brandOf(digits)
  const kept = digits.slice(0, Math.max(...lengths))
  const parts = groups.map((length, place) => {
    const from = groups.slice(0, place).reduce((sum, before) => sum + before, 0)
    return kept.slice(from, from + length)
  })
  return parts.filter(Boolean).join(' ')
}

/** What is wrong with a number, or null. `isFinal` when the buyer has left the field. */
export function findNumberFault(text, isFinal) {
  const digits = text.replace(/\D/g, '')
  const { lengths } = brandOf(digits)
  if (digits.length < Math.min(...lengths)) {
    return isFinal ? { code: 'incomplete_number', message: 'The card number is not complete yet.' } : null
  }
  const isRight = lengths.includes(digits.length) && checkSum(digits) % 10 === 0
  const isOver = isFinal || digits.length === Math.max(...lengths)
  return isRight || !isOver ? null : { code: 'invalid_number', message: 'This is not a valid card number.' }
}

/** Every second digit from the right counts double. */
function checkSum(digits) {
  return [...digits].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
