/** '2026-05-01-134502', in UTC: for names of files that sort by time. */
export function stampOf(time: Date): string {
  const [day = '', clock = ''] = time.toISOString().split('T')
  return `${day}-${clock.slice(0, 8).replaceAll(':', '')}`
}
