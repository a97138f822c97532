import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'
import { Link } from '../platform/router/link.tsx'
import { useHasScript } from './use-has-script.ts'

const TAB =
  '-mb-px inline-flex min-h-11 items-center border-transparent border-b-2 px-4 text-muted aria-selected:border-accent aria-selected:font-medium aria-selected:text-ink'

export type Tab = { value: string; label: string; content: ReactNode }

/** Tabs that follow the ARIA practices: arrow keys move between them, and the active tab's content is shown. */
export function Tabs({
  tabs,
  value,
  onChange,
  name,
  addressOf,
}: {
  tabs: Tab[]
  value: string
  onChange(value: string): void
  name: string
  /** Returns a tab's URL, for browsers without JavaScript. */
  addressOf?: (value: string) => string
}) {
  const hasScript = useHasScript()
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.find((tab) => tab.value === value) ?? tabs[0]

  const steer = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step || !chosen) return
    const next = tabs[(tabs.indexOf(chosen) + step + tabs.length) % tabs.length]
    if (!next) return
    onChange(next.value)
    list.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus()
  }
  return (
    <div>
      <div
        ref={list}
        role="tablist"
        aria-label={name}
        className="flex gap-1 border-hairline border-b"
        onKeyDown={steer}
      >
        {tabs.map((tab) => {
          const shared = {
            role: 'tab',
            id: `${id}-${tab.value}`,
            'data-value': tab.value,
            'aria-selected': tab === chosen,
            'aria-controls': `${id}-panel`,
            // Without JavaScript, arrow keys don't work, so every tab is a tab stop.
            tabIndex: tab === chosen || !hasScript ? 0 : -1,
            className: TAB,
          }
          return addressOf ? (
            <Link
              key={tab.value}
              {...shared}
              to={addressOf(tab.value)}
              onClick={(event) => {
                event.preventDefault()
                onChange(tab.value)
              }}
            >
              {tab.label}
            </Link>
          ) : (
            <button key={tab.value} {...shared} type="button" onClick={() => onChange(tab.value)}>
              {tab.label}
            </button>
          )
        })}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen?.value}`} className="pt-6">
        {chosen?.content}
      </div>
    </div>
  )
}
