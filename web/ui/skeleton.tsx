/** A quiet block in the shape of what is still loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-card bg-hairline ${className}`} />
}

/** Tells a screen reader, once for a group of skeletons. */
export function LoadingText({ children = 'Loading...' }: { children?: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}
