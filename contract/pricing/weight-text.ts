import { gramsOf } from './weights.ts'

/** Weights as shoppers read them. Doesn't import zod, so pages can load it early. */

/** The units that weights are shown in: those entered for each product, or those of one system. */
export const WEIGHT_UNIT_CHOICES = ['entered', 'metric', 'imperial'] as const
export type WeightUnits = (typeof WEIGHT_UNIT_CHOICES)[number]
type System = Exclude<WeightUnits, 'entered'>

const UNITS_OF: Record<System, readonly string[]> = { metric: ['kg', 'g'], imperial: ['lb', 'lbs', 'oz'] }
const OUNCE_GRAMS = 28.349523125

/**
 * Returns a product's weight, such as '1.1 kg', or '2.43 lb' in a shop with imperial units. A weight that was entered
 * in these units, or in an unknown one, stays as entered. Null for a weight without a unit.
 */
export function productWeightText(
  product: { weight: string | null; weightUnit: string | null },
  units: WeightUnits,
  locale: string,
): string | null {
  const { weight, weightUnit } = product
  if (!weight || !weightUnit) return null
  const grams = gramsOf(product)
  const isKept = units === 'entered' || grams === null || UNITS_OF[units].includes(weightUnit.toLowerCase())
  return isKept ? `${weight} ${weightUnit}` : weightText(Math.round(grams), units, locale)
}

/** Converts 2400 grams to '2.4 kg' or '5.29 lb', and less than a kilogram or a pound to grams or ounces. */
export function weightText(grams: number, system: System, locale: string): string {
  const [amount, whole, small, large] =
    system === 'metric'
      ? ([grams, 1000, 'g', 'kg'] as const)
      : ([grams / OUNCE_GRAMS, 16, 'oz', 'lb'] as const)
  const write = (value: number) => value.toLocaleString(locale, { maximumFractionDigits: 2 })
  return amount < whole ? `${write(amount)} ${small}` : `${write(amount / whole)} ${large}`
}
