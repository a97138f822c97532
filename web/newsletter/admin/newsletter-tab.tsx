import { english, t } from '#contract/language/language.ts'
import { SUBSCRIBERS_PAGE_SIZE } from '#contract/newsletter/api.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { type Columns, DataTable, Day } from '../../admin/data-table.tsx'
import { ExportButton, ListFrame } from '../../admin/list-frame.tsx'
import { pagedQuery } from '../../admin/queries.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useQuery } from '../../platform/use-query.ts'

type Subscriber = ResponseOf<'GET /api/admin/newsletter'>[number]

const subscribersQuery = (api: Api, query: InputOf<'GET /api/admin/newsletter'>) =>
  pagedQuery(api, keys.admin('newsletter', query), 'GET /api/admin/newsletter', query)

const COLUMNS: Columns<Subscriber> = [
  { id: 'email', header: english('Email'), cell: ({ email }) => <span className="break-all">{email}</span> },
  { id: 'confirmed', header: english('Confirmed'), cell: ({ confirmedAt }) => <Day time={confirmedAt} /> },
]

const FILTERS = ['search'] as const

/** Confirmed newsletter subscribers, newest first, with the export (contract section 0). */
export function NewsletterTab() {
  const api = useApi()
  const { read, page } = useAdminAddress()
  const list = useQuery(subscribersQuery(api, { search: read('search'), page }))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">{t('Newsletter')}</h1>
        <ExportButton
          name="newsletter"
          endpoint="GET /api/admin/newsletter/export"
          fetchCsv={() => api.callForText('GET /api/admin/newsletter/export')}
        />
      </div>
      <section aria-label={t('Newsletter')} className="mt-5 max-w-md">
        <SearchField label={t('Search by email')} />
      </section>
      <ListFrame
        plural="subscribers"
        singular="subscriber"
        list={list}
        filters={FILTERS}
        pageSize={SUBSCRIBERS_PAGE_SIZE}
        empty={t('No subscribers yet. Email addresses appear here once they’re confirmed.')}
      >
        {(subscribers) => <DataTable caption={t('Subscribers')} columns={COLUMNS} rows={subscribers} />}
      </ListFrame>
    </>
  )
}
