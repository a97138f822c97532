/** 'Nov 21', the day as it is in UTC wherever the reader is. @param day 2026-11-21 */
export function dayText(day: string, withYear = false): string {
  return new Date(day).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(withYear ? { year: 'numeric' } : {}),
  })
}
