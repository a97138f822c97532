/** Day, or day and minute, in the reader's own time zone, which the server cannot know. */
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
