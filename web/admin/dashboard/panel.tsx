import { type ReactNode, useId } from 'react'

/** A part of a page with its heading and actions, below a hairline. */
export function Panel({
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
    <section aria-labelledby={id} className={`border-hairline border-t pt-5 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
