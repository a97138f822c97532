import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { t } from '#contract/language/language.ts'
import type { Name } from '../platform/api.ts'
import { useMutation } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { LoadingText, Notice, Skeleton } from '../ui/feedback.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { showErrorToast } from '../ui/toast-store.ts'
import { useAdminAddress } from './address.ts'
import { DownloadIcon } from './icons.tsx'
import { useMay } from './permissions.tsx'
import { useFormatCount } from './use-format-count.ts'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** A paged list in all of its states: loading, failed, empty, no results, and loaded. The URL contains filters and page. */
export function ListFrame<T>({
  plural,
  singular,
  list: { data: list, isError, refetch },
  filters,
  pageSize,
  empty,
  children,
}: {
  /** For example, 'products'. */
  plural: string
  singular: string
  list: Pick<UseQueryResult<{ items: T[]; total: number }>, 'data' | 'isError' | 'refetch'>
  /** URL parameters that filter the list. */
  filters: readonly string[]
  pageSize: number
  /** Text shown if the shop has no records of this kind. */
  empty: string
  children(items: T[]): ReactNode
}) {
  const formatCount = useFormatCount()
  const { read, page, addressWith, go } = useAdminAddress()
  if (isError) return <LoadFailure subject={t('The {plural}', { plural })} onRetry={() => void refetch()} />
  if (!list) {
    return (
      <div className="mt-6 space-y-3">
        <LoadingText>{t('Loading {plural}...', { plural })}</LoadingText>
        {ROWS.map((row) => (
          <Skeleton key={row} className="h-14" />
        ))}
      </div>
    )
  }
  if (list.items.length === 0) {
    return (
      <Notice>
        {filters.some((name) => read(name)) ? (
          <>
            <p role="status">{t('No {plural} match your search and filters.', { plural })}</p>
            <Button
              look="outline"
              className="mt-4"
              onClick={() => go(Object.fromEntries([...filters, 'page'].map((name) => [name, null])))}
            >
              {t('Clear search and filters')}
            </Button>
          </>
        ) : (
          <p>{empty}</p>
        )}
      </Notice>
    )
  }
  return (
    <>
      <p role="status" className="mt-4 mb-2 text-muted text-sm tabular-nums">
        {formatCount(list.total)} {list.total === 1 ? singular : plural}
      </p>
      {children(list.items)}
      {list.total > pageSize && (
        <Pagination
          page={page}
          pages={Math.ceil(list.total / pageSize)}
          addressOf={(number) => addressWith({ page: number === 1 ? null : number })}
        />
      )}
    </>
  )
}

/** Shown instead of content that failed to load, with a retry button. */
export function LoadFailure({ subject, onRetry }: { subject: string; onRetry(): void }) {
  return (
    <Notice role="alert">
      <p>{t('{subject} couldn’t be loaded.', { subject })}</p>
      <Button look="outline" className="mt-4" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Notice>
  )
}

/** A section of the admin below a hairline, with its title and actions. */
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
    <section aria-labelledby={id} className={`border-hairline border-t pt-6 ${className}`}>
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

/** A part of an order, with its heading. */
export function OrderSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 text-lg">{title}</h3>
      {children}
    </section>
  )
}

/**
 * Saves a list as a CSV file. Fetched with the token, which a plain link couldn't send.
 * @param name for example 'products'; also the name of the file
 */
export function ExportButton({
  name,
  endpoint,
  fetchCsv,
}: {
  name: string
  endpoint: Name
  fetchCsv(): Promise<string>
}) {
  const may = useMay()
  const download = useMutation({
    mutationFn: fetchCsv,
    onSuccess: (text) =>
      save(`${name}.csv`, new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' })),
    onError: () => showErrorToast('Error', `The ${name} couldn’t be exported. Please try again.`),
  })
  if (!may(endpoint)) return null
  return (
    <Button look="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
      <DownloadIcon />
      {t(' Export')}
    </Button>
  )
}

/** Spreadsheets need a byte order mark to detect UTF-8, and reading the response as text strips the server's. */
const BYTE_ORDER_MARK = '\uFEFF'

function save(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
