/**
 * Dates and times are written in the shop's time zone, so pages, emails, and reports name the same day. The texts are
 * the same on the server and in browsers.
 */

/** How a shop writes dates. @property locale BCP 47 tag @property timeZone IANA name, such as 'Europe/Berlin' */
export type DateFormat = { locale: string; timeZone: string }

/** The time zone of a fresh install. */
export const UTC = 'UTC'

const DAY_MS = 86_400_000
/** Above every zone's offset from UTC. */
const OFFSET_MAX_MS = DAY_MS

const DAY_STYLES = {
  /** 11/21/2026 */
  numeric: {},
  /** Nov 21 */
  short: { month: 'short', day: 'numeric' },
  /** Nov 21, 2026 */
  medium: { dateStyle: 'medium' },
  /** November 21, 2026 */
  long: { dateStyle: 'long' },
  /** Sat, Nov 21 */
  weekday: { weekday: 'short', month: 'short', day: 'numeric' },
} as const

/** Returns whether a runtime knows a time zone. Offsets such as '+01:00' aren't names. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    return formatFor('en-US', name, {}) !== null
  } catch {
    return false
  }
}

/** Returns the day at a moment in a time zone, such as '2026-11-21'. */
export function dayInZone(at: Date, timeZone: string): string {
  const { year, month, day } = partsOf(at, timeZone, DAY_PARTS)
  return `${year}-${month}-${day}`
}

/** Returns the first moment of a day, which is midnight unless the clock is set forward then. */
export function startOfDay(day: string, timeZone: string): Date {
  const midnight = Date.parse(day)
  let [before, start] = [midnight - OFFSET_MAX_MS, midnight + OFFSET_MAX_MS]
  while (start - before > 1) {
    const between = Math.floor((before + start) / 2)
    if (dayInZone(new Date(between), timeZone) < day) before = between
    else start = between
  }
  return new Date(start)
}

/** Returns the day some days later, such as '2026-03-01' one day after '2026-02-28'. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the start of the first day and the start of the day after the last one. */
export function spanOfDays({ from, to }: { from: string; to: string }, timeZone: string) {
  return { start: startOfDay(from, timeZone), end: startOfDay(addDays(to, 1), timeZone) }
}

export type DayStyle = keyof typeof DAY_STYLES

export function formatDay(
  at: Date | string,
  { locale, timeZone }: DateFormat,
  style: DayStyle = 'medium',
): string {
  return formatFor(dateLocale(locale), timeZone, DAY_STYLES[style]).format(new Date(at))
}

/** "Nov 21, 2026, 9:30 AM". Names UTC, because a shop that hasn't chosen its time zone has no local time. */
export function formatTime(
  at: Date | string,
  { locale, timeZone }: DateFormat,
  dateStyle: 'medium' | 'long' = 'medium',
): string {
  const text = formatFor(dateLocale(locale), timeZone, { dateStyle, timeStyle: 'short' }).format(new Date(at))
  // Some releases of ICU write a narrow no-break space before AM and PM.
  const plain = text.replaceAll('\u202f', ' ')
  return timeZone === UTC ? `${plain} UTC` : plain
}

/** "November 21, 2026 at 9:30 AM CET", for readers who don't know where the shop is. */
export function formatMoment(at: Date, format: DateFormat): string {
  const { locale, timeZone } = format
  const text = formatTime(at, format, 'long')
  if (timeZone === UTC) return text
  return `${text} ${partsOf(at, timeZone, { timeZoneName: 'short' }, dateLocale(locale)).timeZoneName}`
}

/** "2026-11-21T10:30:00.000+01:00", and with a Z for UTC. */
export function isoInZone(at: Date, timeZone: string): string {
  if (timeZone === UTC) return at.toISOString()
  const { year, month, day, hour, minute, second } = partsOf(at, timeZone, { ...DAY_PARTS, ...TIME_PARTS })
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}.${at.toISOString().slice(20, 23)}`
  const minutes = Math.round((Date.parse(`${local}Z`) - at.getTime()) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${local}${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`
}

/**
 * Returns the locale for dates. Dates can contain words, which are English like all texts of the shop, so other
 * languages use the British format.
 */
export const dateLocale = (locale: string) => (locale.startsWith('en') ? locale : 'en-GB')

const DAY_PARTS = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const TIME_PARTS = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

const twoDigits = (number: number) => String(number).padStart(2, '0')

function partsOf(
  at: Date,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = 'en-US',
): Record<string, string> {
  const parts = formatFor(locale, timeZone, options).formatToParts(at)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Creating a format costs far more than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(locale: string, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${locale} ${timeZone} ${JSON.stringify(options)}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
  formats.set(key, format)
  return format
}
