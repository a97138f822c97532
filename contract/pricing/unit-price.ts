import { MAX_CENTS } from '../money.ts'

/** The unit price of a product with a content, such as €3.20 / 100 g (Directive 98/6/EC). */

/** The content of one unit of a product, such as 250 g. */
export type Content = {
  /** A decimal with at most four places, or null if it has none. */
  amount: string | null
  unit: string | null
  /** The quantity that the unit price refers to, or null for the default of the unit. */
  base: string | null
}

/** A unit as a multiple of the smallest one of its kind. */
const UNITS = {
  g: { kind: 'mass', size: 1 },
  kg: { kind: 'mass', size: 1000 },
  ml: { kind: 'volume', size: 1 },
  l: { kind: 'volume', size: 1000 },
  m: { kind: 'length', size: 1 },
  'm²': { kind: 'area', size: 1 },
  piece: { kind: 'count', size: 1 },
} as const
type Unit = keyof typeof UNITS

/** Quantities that a unit price can refer to, in the smallest unit of their kind. */
const BASES = {
  '100 g': { kind: 'mass', size: 100 },
  '1 kg': { kind: 'mass', size: 1000 },
  '100 ml': { kind: 'volume', size: 100 },
  '1 l': { kind: 'volume', size: 1000 },
  '1 m': { kind: 'length', size: 1 },
  '1 m²': { kind: 'area', size: 1 },
  '1 piece': { kind: 'count', size: 1 },
} as const
export type UnitPriceBase = keyof typeof BASES

const DEFAULTS: Record<Unit, UnitPriceBase> = {
  g: '100 g',
  kg: '1 kg',
  ml: '100 ml',
  l: '1 l',
  m: '1 m',
  'm²': '1 m²',
  piece: '1 piece',
}

export const CONTENT_UNITS = Object.keys(UNITS) as Unit[]
export const UNIT_PRICE_BASES = Object.keys(BASES) as UnitPriceBase[]

const isUnit = (unit: string | null): unit is Unit => unit !== null && Object.hasOwn(UNITS, unit)

/** Lists the quantities that a unit price can refer to, the default one first. */
export function basesOf(unit: string | null): UnitPriceBase[] {
  if (!isUnit(unit)) return []
  const others = UNIT_PRICE_BASES.filter((base) => BASES[base].kind === UNITS[unit].kind)
  return [...new Set([DEFAULTS[unit], ...others])]
}

/** Amounts have at most four decimals, so this many make a whole number. */
const PLACES = 4

/**
 * Returns the price of the base quantity in cents, rounded half up, or null without a content and its unit or for an
 * amount that is too large for the shop. A base of another kind of unit doesn't count.
 */
export function unitPriceOf(
  priceCents: number,
  { amount, unit, base }: Content,
): { cents: number; per: UnitPriceBase } | null {
  if (amount === null || !isUnit(unit)) return null
  const bases = basesOf(unit)
  const per = bases.find((one) => one === base) ?? DEFAULTS[unit]
  const [whole = '', fraction = ''] = amount.split('.')
  const content = BigInt(whole + fraction.padEnd(PLACES, '0')) * BigInt(UNITS[unit].size)
  if (content <= 0n) return null
  const price = BigInt(priceCents) * BigInt(BASES[per].size) * BigInt(10 ** PLACES)
  const cents = Number((2n * price + content) / (2n * content))
  return cents > MAX_CENTS ? null : { cents, per }
}

/** '250 g', '12 pieces' */
export function contentText({ amount, unit }: Content): string {
  return `${Number(amount)} ${unit === 'piece' && Number(amount) !== 1 ? 'pieces' : unit}`
}
