import { type DayStyle, formatDay, formatTime, isTimeZone, UTC } from '#contract/dates.ts'
import { useFormats } from './formats.ts'

/** Formats moments in the shop's time zone. Apart from amounts, because home has no dates. */
export type Dates = {
  timeZone: string
  /** "Nov 21, 2026" */
  formatDay(at: string, style?: DayStyle): string
  /** "Nov 21, 2026, 9:30 AM" */
  formatTime(at: string): string
}

export function useDates(): Dates {
  const { locale, timeZone: named } = useFormats()
  // A browser that is older than the zone's name shows UTC, and says so.
  const timeZone = isTimeZone(named) ? named : UTC
  const format = { locale, timeZone }
  return {
    timeZone,
    formatDay: (at, style) => formatDay(at, format, style),
    formatTime: (at) => formatTime(at, format),
  }
}
