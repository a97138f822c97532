import { t } from '#contract/language/language.ts'
import { HOME } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { ChevronLeftIcon } from '../ui/page-icons.tsx'

/** The path from the home page to a product, and the way back. */
export function Breadcrumbs({ name }: { name: string }) {
  return (
    <div className="flex items-center justify-between gap-x-4 text-sm">
      <nav aria-label={t('Breadcrumbs')} className="min-w-0">
        <ol className="flex min-w-0 items-center gap-2 text-muted">
          <li>
            <Link className="inline-flex min-h-8 tap items-center hover:text-ink hover:underline" to={HOME}>
              {t('Home')}
            </Link>
          </li>
          <li aria-hidden="true">/</li>
          <li aria-current="page" className="truncate text-ink">
            {name}
          </li>
        </ol>
      </nav>
      <Link
        className="inline-flex min-h-8 tap shrink-0 items-center gap-1 text-muted hover:text-ink hover:underline"
        to={HOME}
      >
        <ChevronLeftIcon className="size-4" />
        {t(' Back to products')}
      </Link>
    </div>
  )
}
