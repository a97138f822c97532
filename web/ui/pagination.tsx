import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { Link } from '../platform/router/link.tsx'

const SHAPE = 'inline-flex min-h-11 min-w-11 items-center justify-center rounded-field px-3'

/** Prev, the page numbers, and Next. Prev is disabled on the first page, and Next on the last (contract section 0). */
export function Pagination({
  page,
  pages,
  addressOf,
}: {
  page: number
  pages: number
  addressOf(page: number): string
}) {
  if (pages < 1) return null
  return (
    <nav aria-label={t('Pages')} className="mt-8 flex flex-wrap items-center justify-center gap-1">
      <Step to={page > 1 ? addressOf(page - 1) : null}>{t('Prev')}</Step>
      {pageNumbers(page, pages).map((number) =>
        number < 0 ? (
          <span key={number} className={`${SHAPE} text-muted`}>
            …
          </span>
        ) : (
          <Link
            key={number}
            to={addressOf(number)}
            aria-label={t('Page {number}', { number })}
            aria-current={number === page ? 'page' : undefined}
            className={`${SHAPE} tabular-nums ${number === page ? 'bg-ink text-paper' : 'hover:bg-hairline'}`}
          >
            {number}
          </Link>
        ),
      )}
      <Step to={page < pages ? addressOf(page + 1) : null}>{t('Next')}</Step>
    </nav>
  )
}

/** Lists the first page, the last page, and those around the current one. A gap is a negative number. */
function pageNumbers(page: number, pages: number): number[] {
  const shown = [1, page - 1, page, page + 1, pages].filter((number) => number >= 1 && number <= pages)
  const numbers = [...new Set(shown)].sort((a, b) => a - b)
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? number - 1
    if (number - before === 2) return [number - 1, number]
    return number - before > 2 ? [-number, number] : [number]
  })
}

function Step({ to, children }: { to: string | null; children: ReactNode }) {
  if (to) {
    return (
      <Link to={to} className={`${SHAPE} hover:bg-hairline`}>
        {children}
      </Link>
    )
  }
  return (
    <button type="button" disabled className={`${SHAPE} cursor-not-allowed text-muted`}>
      {children}
    </button>
  )
}
