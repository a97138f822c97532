import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { DELIVERIES_PAGE_SIZE, DELIVERY_STATES, WEBHOOK_TOPICS } from '#contract/webhooks/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { ListFrame, LoadFailure } from '../../admin/list-frame.tsx'
import { SearchField } from '../../admin/search-field.tsx'
import { DateText } from '../../orders/status.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection, Skeleton } from '../../ui/feedback.tsx'
import { Select } from '../../ui/field.tsx'
import { Trans } from '../../ui/trans.tsx'
import {
  type Delivery,
  type DeliveryFilter,
  deliveriesQuery,
  deliveryQuery,
  STATE_LABELS,
  TOPIC_LABELS,
  useWebhookChange,
  type Webhook,
} from './queries.ts'

const FILTERS = ['topic', 'state', 'search'] as const

/** The deliveries, with search and a button to resend one. */
export function Deliveries({ webhooks }: { webhooks: Webhook[] }) {
  const { read, page, filter } = useAdminAddress()
  const query = Object.fromEntries(FILTERS.map((name) => [name, read(name)])) as DeliveryFilter
  const list = useQuery(deliveriesQuery(useApi(), { ...query, page }))
  return (
    <section aria-label={t('Deliveries')} className="mt-6">
      <h3 className="text-lg">{t('Deliveries')}</h3>
      <p className="mt-1 text-muted text-sm">{t('Kept for 30 days.')}</p>
      <div className="mt-3 grid items-end gap-3 sm:grid-cols-3">
        <Select label={t('Event')} {...filter('topic')}>
          <option value="">{t('All events')}</option>
          {[...WEBHOOK_TOPICS, 'test' as const].map((topic) => (
            <option key={topic} value={topic}>
              {TOPIC_LABELS[topic]}
            </option>
          ))}
        </Select>
        <Select label={t('State')} {...filter('state')}>
          <option value="">{t('Any state')}</option>
          {DELIVERY_STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_LABELS[state]}
            </option>
          ))}
        </Select>
        <SearchField label={t('Order, product, or event')} />
      </div>
      <ListFrame
        plural="deliveries"
        singular="delivery"
        list={list}
        filters={FILTERS}
        pageSize={DELIVERIES_PAGE_SIZE}
        empty={t('No deliveries yet.')}
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

const COLORS = { waiting: 'text-accent', delivered: 'text-success', failed: 'text-sale' } as const

/** One delivery. Its details show the payload and each attempt. */
function DeliveryItem({ delivery, url }: { delivery: Delivery; url: string }) {
  const [isOpen, setOpen] = useState(false)
  const { id, topic, subjectId, state, createdAt, tries, nextTryAt } = delivery
  const again = useWebhookChange(
    (api) => api.call('POST /api/admin/webhook-deliveries/:id/resend', { id }),
    'Delivery resent',
  )
  const rejection = rejectionMessage(again.error)
  const name = `${TOPIC_LABELS[topic]} ${subjectId}`
  return (
    <li className="py-3">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <b className="font-medium">{name}</b>
        <span className={COLORS[state]}>{STATE_LABELS[state]}</span>
        <span className="text-muted text-sm">
          <DateText at={createdAt} withTime />, {tries} {tries === 1 ? 'attempt' : 'attempts'}
        </span>
      </p>
      <p className="wrap-anywhere text-muted text-sm">{url}</p>
      {nextTryAt && tries > 0 && (
        <p className="text-muted text-sm">
          <Trans text="Next attempt <dateText/>" parts={{ dateText: <DateText at={nextTryAt} withTime /> }} />
        </p>
      )}
      <Rejection className="mt-2">{rejection}</Rejection>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button look="outline" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Trans
            text={'Details<span> of {name}</span>'}
            values={{ name }}
            parts={{ span: <span className="sr-only" /> }}
          />
        </Button>
        <Button look="outline" isBusy={again.isPending} onClick={() => again.mutate({})}>
          <Trans
            text={'Resend<span> ({name})</span>'}
            values={{ name }}
            parts={{ span: <span className="sr-only" /> }}
          />
        </Button>
      </div>
      {isOpen && <Details id={id} version={`${state} ${tries}`} />}
    </li>
  )
}

/** @param version changes whenever the delivery changes */
function Details({ id, version }: { id: number; version: string }) {
  const { data, isError, refetch } = useQuery(deliveryQuery(useApi(), id, version))
  if (isError) return <LoadFailure subject={t('The delivery')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="mt-3 h-20" />
  return (
    <div className="mt-3 space-y-3 text-sm">
      <h4 className="font-medium">{t('Payload')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the page is scrolled by the keyboard, too */}
      <pre tabIndex={0} className="max-h-72 overflow-auto rounded-field bg-paper p-3">
        {JSON.stringify(JSON.parse(data.body), null, 2)}
      </pre>
      <h4 className="font-medium">{t('Attempts')}</h4>
      {data.tries.length === 0 && <p>{t('None yet.')}</p>}
      <ol className="space-y-2">
        {data.tries.map(({ at, status, answer, error, durationMs }) => (
          <li key={at}>
            <DateText at={at} withTime />: {error ?? t('response {status}', { status: String(status) })},
            after {durationMs} ms
            {answer && <pre className="wrap-anywhere mt-1 whitespace-pre-wrap text-muted">{answer}</pre>}
          </li>
        ))}
      </ol>
    </div>
  )
}
