import { useQuery } from '@tanstack/react-query'
import { DELIVERIES_PAGE_SIZE, DELIVERY_STATES, WEBHOOK_TOPICS } from '#contract/webhook-rules.ts'
import { useApi } from '../../platform/api-context.ts'
import { Select } from '../../ui/field.tsx'
import { useAdminAddress } from '../address.ts'
import { ListFrame } from '../list-frame.tsx'
import { SearchField } from '../search-field.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { type DeliveryFilter, deliveriesQuery, type Webhook } from './queries.ts'
import { STATE_LABELS, TOPIC_LABELS } from './topics.ts'

const FILTERS = ['topic', 'state', 'subject'] as const

/** What was sent, to be searched and sent again. */
export function Deliveries({ webhooks }: { webhooks: Webhook[] }) {
  const { read, addressWith, go } = useAdminAddress()
  const page = Number(read('page') ?? 1)
  const filter = Object.fromEntries(FILTERS.map((name) => [name, read(name)])) as DeliveryFilter
  const list = useQuery(deliveriesQuery(useApi(), { ...filter, page }))
  const select = (name: (typeof FILTERS)[number]) => ({
    value: read(name) ?? '',
    onChange: ({ target }: { target: { value: string } }) =>
      go({ [name]: target.value, page: null }, { replace: true }),
  })
  return (
    <section aria-label="Deliveries" className="mt-6">
      <h3 className="text-xl">Deliveries</h3>
      <p className="mt-1 text-muted text-sm">Kept for 30 days.</p>
      <div className="mt-3 grid items-end gap-3 sm:grid-cols-3">
        <Select label="Event" {...select('topic')}>
          <option value="">All events</option>
          {[...WEBHOOK_TOPICS, 'test' as const].map((topic) => (
            <option key={topic} value={topic}>
              {TOPIC_LABELS[topic]}
            </option>
          ))}
        </Select>
        <Select label="State" {...select('state')}>
          <option value="">Any state</option>
          {DELIVERY_STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_LABELS[state]}
            </option>
          ))}
        </Select>
        <SearchField
          label="Order, product or event"
          value={read('subject') ?? ''}
          onSearch={(subject) => go({ subject, page: null }, { replace: true })}
        />
      </div>
      <ListFrame
        what="deliveries"
        one="delivery"
        list={list.data}
        isError={list.isError}
        isFiltered={FILTERS.some((name) => read(name))}
        page={page}
        pageSize={DELIVERIES_PAGE_SIZE}
        addressOf={(number) => addressWith({ page: number === 1 ? null : number })}
        onRetry={() => void list.refetch()}
        onClear={() => go(Object.fromEntries([...FILTERS, 'page'].map((name) => [name, null])))}
        empty={<p>Nothing was sent yet.</p>}
      >
        {(deliveries) => (
          <ol className="divide-y divide-hairline border-hairline border-y">
            {deliveries.map((delivery) => (
              <DeliveryItem
                key={delivery.id}
                delivery={delivery}
                url={webhooks.find(({ id }) => id === delivery.webhookId)?.url ?? ''}
              />
            ))}
          </ol>
        )}
      </ListFrame>
    </section>
  )
}
