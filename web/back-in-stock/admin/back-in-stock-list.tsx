import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DEMAND_PAGE_SIZE } from '#contract/back-in-stock/api.ts'
import { english, t } from '#contract/language/language.ts'
import { adminAddress, useAdminAddress } from '../../admin/address.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { type Columns, DataTable, Day, RowLink } from '../../admin/data-table.tsx'
import { ListFrame } from '../../admin/list-frame.tsx'
import { May } from '../../admin/permissions.tsx'
import { pagedQuery } from '../../admin/queries.ts'
import { SearchField } from '../../admin/search-field.tsx'
import { useFormatCount } from '../../admin/use-format-count.ts'
import { type Api, type InputOf, type ResponseOf, useApi } from '../../platform/api.ts'
import { keys } from '../../platform/query-cache.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { showToast } from '../../ui/toast-store.ts'

type Demand = ResponseOf<'GET /api/admin/back-in-stock'>[number]

const demandQuery = (api: Api, query: InputOf<'GET /api/admin/back-in-stock'>) =>
  pagedQuery(api, keys.admin('back-in-stock', query), 'GET /api/admin/back-in-stock', query)

const COLUMNS: Columns<Demand> = [
  {
    id: 'product',
    header: english('Product'),
    cell: ({ productId, productName, variantTitle, sku, image }) => (
      <div className="flex min-w-0 items-center gap-3">
        <span className="size-12 shrink-0 overflow-hidden rounded-field bg-hairline max-sm:hidden">
          {image && (
            <Picture
              url={image}
              alt=""
              width={null}
              height={null}
              sizes="48px"
              className="photo size-full object-cover"
            />
          )}
        </span>
        <div className="min-w-20">
          <RowLink id={productId} className="wrap-anywhere">
            {productName}
          </RowLink>
          <p className="wrap-anywhere text-muted text-sm">
            {[variantTitle, sku].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
    ),
  },
  {
    id: 'waiting',
    header: english('Waiting'),
    cell: ({ waiting }) => <span className="tabular-nums">{waiting}</span>,
  },
  {
    id: 'since',
    header: english('Waiting since'),
    cell: ({ waitingSince }) => waitingSince && <Day time={waitingSince} />,
    isMinor: true,
  },
  {
    id: 'sent',
    header: english('Sent'),
    cell: ({ notified }) => <span className="tabular-nums">{notified}</span>,
  },
  {
    id: 'last',
    header: english('Last sent'),
    cell: ({ notifiedAt }) => notifiedAt && <Day time={notifiedAt} />,
    isMinor: true,
  },
  {
    id: 'actions',
    header: <span className="sr-only">Actions</span>,
    cell: (demand) => demand.waiting > 0 && <DeleteRequests demand={demand} />,
  },
]

const FILTERS = ['search'] as const

/** The variants that shoppers are waiting for, most requested first. */
export function BackInStockList() {
  const api = useApi()
  const { read, page } = useAdminAddress()
  const list = useQuery(demandQuery(api, { search: read('search'), page }))
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="type-title">{t('Back in stock')}</h1>
        <ButtonLink look="outline" to={adminAddress('products')}>
          {t('All products')}
        </ButtonLink>
      </div>
      <section aria-label={t('Back in stock')} className="mt-5 max-w-md">
        <SearchField label={t('Search by product or SKU')} />
      </section>
      <ListFrame
        plural="variants"
        singular="variant"
        list={list}
        filters={FILTERS}
        pageSize={DEMAND_PAGE_SIZE}
        empty={t('No requests yet. Shoppers can ask for an email on the page of a sold-out product.')}
      >
        {(demand) => <DataTable caption={t('Requested emails')} columns={COLUMNS} rows={demand} />}
      </ListFrame>
    </>
  )
}

/** In the product form: how many shoppers wait for the product, or nothing if none does. */
export function WaitingNote({ productId }: { productId: number }) {
  const { data: demand } = useQuery(demandQuery(useApi(), { productId, pageSize: MOST_WANTED }))
  const waiting = demand?.items.filter((one) => one.waiting > 0) ?? []
  if (waiting.length === 0) return null
  const names = waiting.map((one) => `${one.variantTitle ?? 'this product'} (${one.waiting})`).join(', ')
  return (
    <p className="mt-10">{t('Shoppers wait for an email when it’s back in stock: {names}', { names })}</p>
  )
}

const MOST_WANTED = 5

function DeleteRequests({ demand: { id, productName, variantTitle, waiting } }: { demand: Demand }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const formatCount = useFormatCount()
  const name = variantTitle ? `${productName} (${variantTitle})` : productName
  const change = useMutation({
    mutationFn: () => api.call('DELETE /api/admin/back-in-stock/:variantId', { variantId: id }),
    onSuccess: async () => {
      setOpen(false)
      showToast(t('Requests deleted'))
      await queryClient.invalidateQueries({ queryKey: keys.admin('back-in-stock') })
    },
  })
  return (
    <div className="flex justify-end">
      <May use="DELETE /api/admin/back-in-stock/:variantId">
        <Button
          look="quiet"
          aria-label={t('Delete requests for {name}', { name })}
          onClick={() => setOpen(true)}
        >
          {t('Delete')}
        </Button>
      </May>
      {isOpen && (
        <ChangeDialog
          title={t('Delete requests')}
          submit={t('Delete requests')}
          isDanger
          change={change}
          onSubmit={() => change.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>
            {waiting === 1
              ? t('One shopper waits')
              : t('{waiting} shoppers wait', { waiting: formatCount(waiting) })}{' '}
            for {name}. They won’t get an email when it’s back in stock.
          </p>
        </ChangeDialog>
      )}
    </div>
  )
}
