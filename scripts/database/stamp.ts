/** Returns a UTC time such as '2026-05-01-134502', for file names that sort by time. */
export function stampOf(time: Date): string {
  const [day = '', clock = ''] = time.toISOString().split('T')
  return `${day}-${clock.slice(0, 8).replaceAll(':', '')}`
}
