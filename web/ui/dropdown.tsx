import { type ReactNode, useEffect, useRef } from 'react'

/**
 * A button that opens a list of links or buttons. Uses the browser's `details`, so it works without JavaScript.
 * With it, Escape, a choice, and a click or focus elsewhere close it.
 */
export function Dropdown({
  label,
  name,
  children,
  align = 'left',
}: {
  label: ReactNode
  /** Accessible name if the label is an icon. */
  name?: string
  children: ReactNode
  align?: 'left' | 'right'
}) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const element = details.current
    if (!element) return
    const closeUnlessInside = (event: Event) => {
      if (!element.contains(event.target as Node)) element.open = false
    }
    document.addEventListener('pointerdown', closeUnlessInside)
    document.addEventListener('focusin', closeUnlessInside)
    return () => {
      document.removeEventListener('pointerdown', closeUnlessInside)
      document.removeEventListener('focusin', closeUnlessInside)
    }
  }, [])

  const close = () => {
    if (details.current) details.current.open = false
  }
  return (
    <details
      ref={details}
      className="relative"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !details.current?.open) return
        close()
        details.current.querySelector('summary')?.focus()
      }}
    >
      <summary
        aria-label={name}
        className="flex min-h-11 min-w-11 cursor-pointer list-none items-center justify-center gap-1 rounded-field px-3 hover:bg-hairline [&::-webkit-details-marker]:hidden"
      >
        {label}
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link or button of the list clicks as well */}
      <ul
        className={`absolute top-full z-40 mt-1 min-w-52 rounded-card border border-hairline bg-surface p-2 shadow-float ${align === 'right' ? 'right-0' : 'left-0'}`}
        onClick={close}
      >
        {children}
      </ul>
    </details>
  )
}
