import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TestRecords } from '#contract/admin/going-live.ts'
import { t } from '#contract/language/language.ts'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Skeleton } from '../../ui/feedback.tsx'
import { showToast } from '../../ui/toast-store.ts'
import { Trans } from '../../ui/trans.tsx'
import { LoadFailure } from '../list-frame.tsx'
import { refetchCatalog, testOrdersQuery } from '../queries.ts'
import { Removal } from './removal.tsx'

/** Says that the shop has orders of the test mode, and deletes them once the owner has seen what goes and what stays. */
export function RemoveTestOrders({ count }: { count: number }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const counted = useCounted()
  const [isOpen, setOpen] = useState(false)
  const orders = counted(count, 'test order')
  const remove = useMutation({
    mutationFn: () => api.call('POST /api/admin/test-orders/remove'),
    onSuccess(removed) {
      setOpen(false)
      showToast(
        t('Test orders removed'),
        `${counted(removed.orders, 'order')} and ${counted(removed.customers, 'customer account')} deleted.`,
      )
      return refetchCatalog(queryClient)
    },
  })
  return (
    <Removal
      sentence={(button) => (
        <Trans
          text={
            'The shop still has {orders}, which no real money has paid for. <button>Remove the test orders</button>'
          }
          values={{ orders }}
          parts={{ button }}
        />
      )}
      title={t('Remove the test orders?')}
      submit={t('Remove {orders}', { orders })}
      isOpen={isOpen}
      onOpenChange={setOpen}
      change={remove}
      onSubmit={() => remove.mutate()}
    >
      <Preview />
    </Removal>
  )
}

/** The numbers of deleted and of kept records. */
function Preview() {
  const { data, isError, refetch } = useQuery(testOrdersQuery(useApi()))
  const counted = useCounted()
  if (isError) return <LoadFailure subject={t('The preview')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-80" />
  return (
    <>
      <Part title={t('Deleted')}>
        <li>
          {counted(data.orders, 'order')}, with their payments, refunds, returns, disputes, notes, emails, and
          webhook deliveries
        </li>
        <li>{customersText(data, counted)}</li>
      </Part>
      <Part title={t('Returned to the stock')}>
        <li>
          {counted(data.units, 'unit')} that these orders took, except where you have set the stock since
        </li>
      </Part>
      <Part title={t('Kept')}>
        <li>
          {counted(data.kept.orders, 'real order')} and {counted(data.kept.customers, 'customer account')}
        </li>
        <li>{t('Products, pages, images, settings, and staff')}</li>
        <li>{t('Newsletter subscriptions and back-in-stock requests')}</li>
        <li>{t('The audit log, with an entry about this')}</li>
      </Part>
      <p>{t('This can’t be undone. Make a backup first if you may need an order again.')}</p>
    </>
  )
}

function customersText({ customers, reviews }: TestRecords, counted: ReturnType<typeof useCounted>): string {
  const accounts = `${counted(customers, 'customer account')} from the time of the test mode, without a real order`
  return `${accounts}: with addresses, cart, favorites, and ${counted(reviews, 'review')}`
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3>{title}</h3>
      <ul className="mt-1 list-disc space-y-1 pl-5 text-muted text-sm">{children}</ul>
    </section>
  )
}

/** Returns a function for '1 order' and '12 orders'. */
function useCounted() {
  const { locale } = useFormats()
  return (count: number, one: string) => `${count.toLocaleString(locale)} ${one}${count === 1 ? '' : 's'}`
}
