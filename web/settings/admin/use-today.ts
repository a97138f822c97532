import { dayInZone } from '#contract/dates.ts'
import { useFormats } from '../../platform/formats.ts'

/** Returns the day in the shop's time zone, on which rates begin. */
export function useToday(): string {
  return dayInZone(new Date(), useFormats().timeZone)
}
