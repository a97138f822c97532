import type { ReactNode } from 'react'

/** Replaces a list that is empty or failed to load: a sentence and a next step. */
export function Notice({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div
      role={role}
      className="mt-6 text-balance rounded-card border border-hairline bg-surface px-4 py-14 text-center"
    >
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
