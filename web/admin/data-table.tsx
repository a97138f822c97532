import { Fragment, type ReactNode } from 'react'
import { translate } from '#contract/language/language.ts'
import { useDates } from '../platform/dates.ts'
import { Link } from '../platform/router/link.tsx'
import { useAdminAddress } from './address.ts'

export type Columns<T> = {
  /** The server's name for the sort order. */
  id: string
  header: ReactNode | ((rows: T[]) => ReactNode)
  cell(row: T): ReactNode
  isSortable?: boolean
  /** Hidden on phones. */
  isMinor?: boolean
}[]

/** Classes of a cell, and of one in a column that phones don't show. */
export const CELL = 'border-hairline border-b px-1 py-2 align-middle sm:px-2'
export const MINOR = 'hidden md:table-cell'

/** Columns are kept by modules, so the text of a header is translated where it is shown. */
function shownHeader<T>(header: Columns<T>[number]['header'], rows: T[]): ReactNode {
  if (typeof header === 'function') return header(rows)
  return typeof header === 'string' ? translate(header) : header
}

/**
 * A table whose column headers are links for sorting. The URL contains the order. The server sorts and pages.
 * @param sort for example 'name_asc'
 */
export function DataTable<T extends { id: number | string }>({
  caption,
  columns,
  rows,
  sort = '',
  after,
}: {
  caption: string
  columns: Columns<T>
  rows: T[]
  sort?: string
  /** Returns further table rows below a row. */
  after?(row: T): ReactNode
}) {
  const [sortedBy, direction] = sort.split('_')
  const descends = direction === 'desc'
  return (
    <table className="w-full border-separate border-spacing-0 text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ id, header, isSortable, isMinor }) => (
            <th
              key={id}
              scope="col"
              aria-sort={id !== sortedBy ? undefined : descends ? 'descending' : 'ascending'}
              className={`sticky top-[61px] z-10 border-hairline border-b bg-paper px-1 py-1 sm:px-2 font-medium text-muted text-sm lg:top-0 ${isMinor ? MINOR : ''}`}
            >
              {isSortable && (
                <SortLink id={id} arrow={id !== sortedBy ? '' : descends ? '↓' : '↑'}>
                  {shownHeader(header, rows)}
                </SortLink>
              )}
              {!isSortable && shownHeader(header, rows)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Fragment key={row.id}>
            <tr className="hover:bg-surface">
              {columns.map(({ id, cell, isMinor }) => (
                <td key={id} className={`${CELL} ${isMinor ? MINOR : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
            {after?.(row)}
          </Fragment>
        ))}
      </tbody>
    </table>
  )
}

function SortLink({ id, arrow, children }: { id: string; arrow: '' | '↑' | '↓'; children: ReactNode }) {
  const { addressWith } = useAdminAddress()
  return (
    <Link
      to={addressWith({ sort: `${id}_${arrow === '↑' ? 'desc' : 'asc'}`, page: null })}
      preventScrollReset
      className="inline-flex min-h-9 items-center gap-1 whitespace-nowrap hover:text-ink"
    >
      {children}
      <span aria-hidden="true" className="w-3">
        {arrow}
      </span>
    </Link>
  )
}

/** Names a row and opens its sheet next to the list. */
export function RowLink({
  id,
  className = '',
  children,
}: {
  id: number | string
  className?: string
  children: ReactNode
}) {
  const { addressWith } = useAdminAddress()
  return (
    <Link
      to={addressWith({ edit: id })}
      preventScrollReset
      className={`inline-flex min-h-6 items-center font-medium underline-offset-4 hover:underline ${className}`}
    >
      {children}
    </Link>
  )
}

export function Day({ time }: { time: string }) {
  const { formatDay } = useDates()
  return (
    <time dateTime={time} className="whitespace-nowrap text-muted text-sm">
      {formatDay(time)}
    </time>
  )
}

/** A long table without sorting, in a scrolling frame. */
export function ScrollTable({
  caption,
  heads,
  children,
}: {
  caption: string
  heads: string[]
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled list must be reachable by keys
    <div tabIndex={0} className="mt-3 max-h-96 overflow-y-auto rounded-card border border-hairline">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="sticky top-0 bg-surface px-3 py-2 font-medium text-muted">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

/** The customer of an order or a return, with the email address below the name. */
export function CustomerName({ name, email }: { name: string; email: string }) {
  return (
    <>
      <p className="wrap-anywhere min-w-24">{name}</p>
      <p className="break-all text-muted text-sm">{email}</p>
    </>
  )
}
