import { english, t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable, Day, RowLink } from '../../admin/data-table.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Trans } from '../../ui/trans.tsx'
import { PageEditor } from './page-editor.tsx'
import { isPublic, STATE_LABELS } from './page-states.ts'
import { type ListedPage, pagesQuery } from './queries.ts'

/** The text pages of the shop. The form opens in place of the list. */
export function PagesTab() {
  const { read, addressWith } = useAdminAddress()
  const { data: pages, isError, refetch } = useQuery(pagesQuery(useApi()))
  if (read('edit')) return <PageEditor key={read('edit')} />
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">{t('Pages')}</h1>
        <ButtonLink to={addressWith({ edit: 'new' })} preventScrollReset>
          {t('Add page')}
        </ButtonLink>
      </div>
      <p className="mt-2 max-w-2xl text-muted">
        {t(
          'The store’s policies and other texts. Until you edit a page, it shows its original text, which follows your settings.',
        )}
      </p>
      {isError && <LoadFailure subject={t('The pages')} onRetry={() => void refetch()} />}
      {!pages && !isError && <Spinner />}
      {pages && (
        <div className="mt-6">
          <DataTable
            caption={t('Pages')}
            columns={COLUMNS}
            rows={pages.map((page) => ({ ...page, id: page.name }))}
          />
        </div>
      )}
    </>
  )
}

const COLUMNS: Columns<ListedPage & { id: string }> = [
  {
    id: 'title',
    header: english('Title'),
    cell: (page) => (
      <div className="min-w-0">
        <RowLink id={page.name}>{page.title}</RowLink>
        <p className="wrap-anywhere text-muted text-sm">
          {isPublic(page) ? (
            <Link
              className="inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink"
              to={page.address}
            >
              {page.address}
            </Link>
          ) : (
            page.address
          )}
        </p>
      </div>
    ),
  },
  {
    id: 'state',
    header: english('Status'),
    cell: (page) => (
      <span className={isPublic(page) ? 'text-sm' : 'text-muted text-sm'}>{STATE_LABELS[page.state]}</span>
    ),
  },
  {
    id: 'updated',
    header: english('Last change'),
    cell: ({ updatedAt, updatedBy }) =>
      updatedAt && (
        <span className="text-muted text-sm">
          <Trans
            text={'<day/> by {updatedBy}'}
            values={{ updatedBy: updatedBy ?? '' }}
            parts={{ day: <Day time={updatedAt} /> }}
          />
        </span>
      ),
    isMinor: true,
  },
]
