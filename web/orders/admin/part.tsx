import type { ReactNode } from 'react'

/** A part of an order with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-xl">{title}</h3>
      {children}
    </section>
  )
}
