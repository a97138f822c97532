import type { ReactNode } from 'react'

/** Replaces a list that is empty or failed to load: a sentence and a next step. */
export function Notice({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className="mt-6 text-balance border-hairline border-y px-4 py-16 text-center">
      {children}
    </div>
  )
}

/** The outcome of a form, shown in the form's place. It takes the focus, because the form's button has disappeared. */
export function Outcome({ children }: { children: string }) {
  return (
    <p role="status" tabIndex={-1} className="text-lg outline-none" ref={(text) => text?.focus()}>
      {children}
    </p>
  )
}

/** Shows why something was rejected, next to it. */
export function Rejection({ className = 'mt-3', children }: { className?: string; children: ReactNode }) {
  return (
    children && (
      <p role="alert" className={`text-sale ${className}`}>
        {children}
      </p>
    )
  )
}

/** A spinning ring with a label. */
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

/** A placeholder in the shape of content that is loading. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`animate-pulse rounded-card bg-hairline ${className}`} />
}

/** Announces loading to screen readers, once for a group of skeletons. */
export function LoadingText({ children = 'Loading...' }: { children?: string }) {
  return (
    <p role="status" className="sr-only">
      {children}
    </p>
  )
}

/** A small status in a corner, which covers no controls. Shown after 200 ms, because faster loads need no status. */
export function Pending({ children }: { children?: string }) {
  return (
    <div className="pending pointer-events-none fixed bottom-4 left-4 z-50 rounded-full border border-hairline bg-surface px-4 py-2 text-sm shadow-float print:hidden">
      <Spinner>{children}</Spinner>
    </div>
  )
}
