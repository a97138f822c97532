import { type ReactNode, useId } from 'react'

/** A framed section of the admin with its title and actions. */
export function Card({
  title,
  actions,
  className = '',
  children,
}: {
  title: string
  actions?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`rounded-card border border-hairline bg-surface p-5 ${className}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-2xl">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}

/** A part of an order with its heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-xl">{title}</h3>
      {children}
    </section>
  )
}
