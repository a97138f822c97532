/** A place as zones and taxes know it. Doesn't import zod, so pages can load it early. */

/** Territories that are a state of the United States in one address and a country in another: Puerto Rico, Guam, … */
export const US_TERRITORIES: readonly string[] = ['AS', 'GU', 'MP', 'PR', 'VI']

/**
 * Returns the one form of a place that has two: a territory of the United States is a state, as the postal service and
 * Stripe have it.
 * @property country ISO 3166 code
 */
export function canonicalPlace<P extends { country: string; region: string | null }>(place: P): P {
  return US_TERRITORIES.includes(place.country) ? { ...place, country: 'US', region: place.country } : place
}
