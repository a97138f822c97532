export interface Brand {
  brand: string
  /** Lengths that a number of it can have. */
  lengths: readonly number[]
  cvcLength: number
}

export function brandOf(number: string): Brand | null {
  const known = brands.find(({ begins }) => begins.test(number))
  return known ?? null
}

/** The check digit is right, and so is the length. */
export function isCardNumber(number: string): boolean {
  const lengths = brandOf(number)?.lengths ?? anyLength
  return /^\d+$/.test(number) && lengths.includes(number.length) && checkSum(number) % 10 === 0
}

const anyLength = [12, 13, 14, 15, 16, 17, 18, 19]

const brands: (Brand & { begins: RegExp })[] = [
  { brand: 'visa', begins: /^4/, lengths: [16], cvcLength: 3 },
  { brand: 'mastercard', begins: /^(5[1-5]|2[2-7])/, lengths: [16], cvcLength: 3 },
  { brand: 'amex', begins: /^3[47]/, lengths: [15], cvcLength: 4 },
  { brand: 'discover', begins: /^(6011|64[4-9]|65)/, lengths: [16], cvcLength: 3 },
  { brand: 'diners', begins: /^3(0[0-5]|[689])/, lengths: [14, 16], cvcLength: 3 },
  { brand: 'jcb', begins: /^35/, lengths: [16], cvcLength: 3 },
  { brand: 'unionpay', begins: /^62/, lengths: [16, 17, 18, 19], cvcLength: 3 },
]

/** Luhn's: every second digit from the right counts double. */
function checkSum(number: string): number {
  return [...number].reverse().reduce((sum, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 1 : 2)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}
