/** A turning ring with what it stands for. */
export function Spinner({ children = 'Loading...' }: { children?: string }) {
  return (
    <p role="status" className="inline-flex items-center gap-3 text-muted">
      <span
        aria-hidden="true"
        className="size-5 animate-spin rounded-full border-2 border-hairline border-t-accent"
      />
      {children}
    </p>
  )
}
