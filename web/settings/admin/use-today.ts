import { dayInZone } from '#contract/dates.ts'
import { useDates } from '../../platform/dates.ts'

/** Returns the day in the shop's time zone, on which rates begin. */
export function useToday(): string {
  return dayInZone(new Date(), useDates().timeZone)
}
