/** A date, optionally with time, in the reader's time zone, which the server can't know. */
export function DateText({ at, withTime = false }: { at: string; withTime?: boolean }) {
  const style = withTime
    ? ({ dateStyle: 'medium', timeStyle: 'short' } as const)
    : ({ dateStyle: 'medium' } as const)
  return (
    <time dateTime={at} suppressHydrationWarning>
      {new Date(at).toLocaleString('en-US', style)}
    </time>
  )
}
