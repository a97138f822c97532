import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { LoadingText, Skeleton } from '../ui/skeleton.tsx'
import { LoadFailure } from './load-failure.tsx'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** A list in pages with everything that may become of it: loading, failed, empty, nothing found, there. */
export function ListFrame<T>({
  what,
  one,
  list,
  isError,
  isFiltered,
  page,
  pageSize,
  addressOf,
  onRetry,
  onClear,
  empty,
  children,
}: {
  /** Such as 'products'. */
  what: string
  one: string
  list: { items: T[]; total: number } | undefined
  isError: boolean
  isFiltered: boolean
  page: number
  pageSize: number
  addressOf(page: number): string
  onRetry(): void
  onClear(): void
  /** What stands there when the shop has none at all. */
  empty: ReactNode
  children(items: T[]): ReactNode
}) {
  if (isError) return <LoadFailure what={`The ${what}`} onRetry={onRetry} />
  if (!list) {
    return (
      <div className="mt-6 space-y-3">
        <LoadingText>{`Loading ${what}...`}</LoadingText>
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    )
  }
  if (list.items.length === 0) {
    return (
      <Notice>
        {isFiltered ? (
          <>
            <p role="status">No {what} match what you are looking for.</p>
            <Button look="outline" className="mt-4" onClick={onClear}>
              Clear search and filters
            </Button>
          </>
        ) : (
          empty
        )}
      </Notice>
    )
  }
  return (
    <>
      <p role="status" className="mt-4 mb-2 text-muted text-sm tabular-nums">
        {list.total.toLocaleString('en-US')} {list.total === 1 ? one : what}
      </p>
      {children(list.items)}
      {list.total > pageSize && (
        <Pagination page={page} pages={Math.ceil(list.total / pageSize)} addressOf={addressOf} />
      )}
    </>
  )
}
