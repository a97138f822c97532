import { estimatedCents } from '#contract/pricing/shipping.ts'
import { type Settings, zonesOf } from './settings.ts'

/** Returns the shipping cost before anything is known: the flat rate, or the lowest rate of the first zone. */
export function lowestRate(settings: Settings): number {
  return estimatedCents(zonesOf(settings), { subtotalCents: 0, weightGrams: 0, shipsFree: false })
}
