import {
  type ColumnDef,
  type RowData,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** The server sorts and cuts into pages; the table only knows how it is sorted. */
const features = tableFeatures({ rowSortingFeature })

export type Columns<T extends RowData> = ColumnDef<typeof features, T>[]

/** A column that a phone has no room for. */
const MINOR = 'hidden md:table-cell'

/**
 * A table whose heads sort, by links: the order stands in the address.
 * @param sort such as 'name_asc'
 * @param minor the columns that a phone does without
 */
export function DataTable<T extends { id: number | string }>({
  caption,
  columns,
  rows,
  sort,
  addressOf,
  minor = [],
}: {
  caption: string
  columns: Columns<T>
  rows: T[]
  sort: string
  addressOf(sort: string): string
  minor?: string[]
}) {
  const [sortedBy = '', direction] = sort.split('_')
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row) => String(row.id),
    manualSorting: true,
    state: { sorting: [{ id: sortedBy, desc: direction === 'desc' }] },
  })
  return (
    <table className="w-full border-separate border-spacing-0 text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th
                key={header.id}
                scope="col"
                aria-sort={ARIA_SORT[String(header.column.getIsSorted())]}
                className={`sticky top-[61px] z-10 border-hairline border-b bg-paper px-2 py-1 font-medium text-muted text-sm lg:top-0 ${minor.includes(header.id) ? MINOR : ''}`}
              >
                {header.column.getCanSort() ? (
                  <SortLink
                    isSorted={header.column.getIsSorted()}
                    to={addressOf(`${header.id}_${header.column.getIsSorted() === 'asc' ? 'desc' : 'asc'}`)}
                  >
                    <table.FlexRender header={header} />
                  </SortLink>
                ) : (
                  <table.FlexRender header={header} />
                )}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} className="hover:bg-surface">
            {row.getAllCells().map((cell) => (
              <td
                key={cell.id}
                className={`border-hairline border-b px-2 py-2 align-middle ${minor.includes(cell.column.id) ? MINOR : ''}`}
              >
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const ARIA_SORT: Record<string, 'ascending' | 'descending' | undefined> = {
  asc: 'ascending',
  desc: 'descending',
}
const ARROWS = { asc: '↑', desc: '↓' }

function SortLink({
  isSorted,
  to,
  children,
}: {
  isSorted: false | 'asc' | 'desc'
  to: string
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      preventScrollReset
      className="inline-flex min-h-9 items-center gap-1 whitespace-nowrap hover:text-ink"
    >
      {children}
      <span aria-hidden="true" className="w-3">
        {isSorted && ARROWS[isSorted]}
      </span>
    </Link>
  )
}
