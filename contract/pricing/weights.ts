const GRAMS = new Map([
  ['kg', 1000],
  ['g', 1],
  ['lb', 453.59237],
  ['lbs', 453.59237],
  ['oz', 28.349523125],
])

/** Returns a product's exact weight, or null if it has none or its unit isn't kg, g, lb, or oz. */
export function gramsOf({ weight, weightUnit }: { weight: string | null; weightUnit: string | null }) {
  const grams = GRAMS.get(weightUnit?.toLowerCase() ?? '')
  return weight && grams ? Number(weight) * grams : null
}
