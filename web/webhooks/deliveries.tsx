import { useQuery } from '@tanstack/react-query'
import { DELIVERIES_PAGE_SIZE, DELIVERY_STATES, WEBHOOK_TOPICS } from '#contract/webhooks/rules.ts'
import { useAdminAddress } from '../admin/address.ts'
import { ListFrame } from '../admin/list-frame.tsx'
import { SearchField } from '../admin/search-field.tsx'
import { useApi } from '../platform/api-context.ts'
import { Select } from '../ui/field.tsx'
import { DeliveryItem } from './delivery-item.tsx'
import { type DeliveryFilter, deliveriesQuery, type Webhook } from './queries.ts'
import { STATE_LABELS, TOPIC_LABELS } from './topics.ts'

const FILTERS = ['topic', 'state', 'search'] as const

/** What was sent, to be searched and sent again. */
export function Deliveries({ webhooks }: { webhooks: Webhook[] }) {
  const { read, page, filter } = useAdminAddress()
  const query = Object.fromEntries(FILTERS.map((name) => [name, read(name)])) as DeliveryFilter
  const list = useQuery(deliveriesQuery(useApi(), { ...query, page }))
  return (
    <section aria-label="Deliveries" className="mt-6">
      <h3 className="text-xl">Deliveries</h3>
      <p className="mt-1 text-muted text-sm">Kept for 30 days.</p>
      <div className="mt-3 grid items-end gap-3 sm:grid-cols-3">
        <Select label="Event" {...filter('topic')}>
          <option value="">All events</option>
          {[...WEBHOOK_TOPICS, 'test' as const].map((topic) => (
            <option key={topic} value={topic}>
              {TOPIC_LABELS[topic]}
            </option>
          ))}
        </Select>
        <Select label="State" {...filter('state')}>
          <option value="">Any state</option>
          {DELIVERY_STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_LABELS[state]}
            </option>
          ))}
        </Select>
        <SearchField label="Order, product or event" />
      </div>
      <ListFrame
        what="deliveries"
        one="delivery"
        list={list}
        filters={FILTERS}
        pageSize={DELIVERIES_PAGE_SIZE}
        empty="Nothing was sent yet."
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
