import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Card } from '../card.tsx'

export type BarRow = {
  key: string | number
  label: string
  value: number
  /** What stands at the end of the row; else the value. */
  text?: string
  to?: string
}

/** Rows with a bar each, named directly: who cannot see the bars reads the same. */
export function BarList({
  title,
  rows,
  empty,
  note,
}: {
  title: string
  rows: BarRow[]
  empty: string
  note?: ReactNode
}) {
  const highest = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <Card title={title} className="mb-4 break-inside-avoid">
      {rows.length === 0 && <p className="mt-3 text-muted">{empty}</p>}
      {rows.length > 0 && (
        <ul className="mt-3 space-y-3">
          {rows.map(({ key, label, value, text = value.toLocaleString('en-US'), to }) => (
            <li key={key}>
              <div className="flex items-baseline justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">
                  {to ? (
                    <Link to={to} className="inline-block min-h-6 underline-offset-4 hover:underline">
                      {label}
                    </Link>
                  ) : (
                    label
                  )}
                </span>
                <span className="shrink-0 tabular-nums">{text}</span>
              </div>
              <svg aria-hidden="true" className="mt-1 block h-1.5 w-full text-accent">
                <rect width="100%" height="100%" rx="3" className="fill-hairline" />
                <rect width={`${(value / highest) * 100}%`} height="100%" rx="3" fill="currentColor" />
              </svg>
            </li>
          ))}
        </ul>
      )}
      {note && <p className="mt-4 text-muted text-sm">{note}</p>}
    </Card>
  )
}
