import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { WEBHOOK_TOPICS, type WebhookTopic } from '#contract/webhooks/rules.ts'
import { ChangeDialog, rejectionMessage } from '../../admin/changes.tsx'
import { DateText } from '../../orders/status.tsx'
import { ApiError } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Checkbox, Field } from '../../ui/field.tsx'
import { Trans } from '../../ui/trans.tsx'
import { TOPIC_LABELS, useWebhookChange, type Webhook } from './queries.ts'

/** One endpoint: its events, its state, and its actions. */
export function WebhookItem({
  webhook,
  onChange,
  onRemove,
  onNewSecret,
}: {
  webhook: Webhook
  onChange(): void
  onRemove(): void
  onNewSecret(): void
}) {
  const { id, url, topics, lastDeliveredAt, previousSecretUntil } = webhook
  const test = useWebhookChange((api) => api.call('POST /api/admin/webhooks/:id/test', { id }), 'Test sent')
  const rejection = rejectionMessage(test.error)
  return (
    <li className="py-4">
      <p className="wrap-anywhere font-medium">{url}</p>
      <p className="mt-1 text-muted text-sm">{topics.map((topic) => TOPIC_LABELS[topic]).join(', ')}</p>
      <p className="mt-1 text-muted text-sm">
        {lastDeliveredAt ? (
          <Trans
            text="Last delivered <dateText/>"
            parts={{ dateText: <DateText at={lastDeliveredAt} withTime /> }}
          />
        ) : (
          'No deliveries yet.'
        )}
        {previousSecretUntil && (
          <>
            {t(' · The previous secret is valid until ')}
            <DateText at={previousSecretUntil} withTime />
          </>
        )}
      </p>
      <Trouble webhook={webhook} />
      <Rejection className="mt-2">{rejection}</Rejection>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button look="outline" isBusy={test.isPending} onClick={() => test.mutate({})}>
          <Trans
            text={'Send test<span> to {url}</span>'}
            values={{ url }}
            parts={{ span: <span className="sr-only" /> }}
          />
        </Button>
        <Button look="outline" onClick={onChange}>
          <Trans
            text={'Edit<span> {url}</span>'}
            values={{ url }}
            parts={{ span: <span className="sr-only" /> }}
          />
        </Button>
        <Button look="outline" onClick={onNewSecret}>
          <Trans
            text={'Rotate secret<span> for {url}</span>'}
            values={{ url }}
            parts={{ span: <span className="sr-only" /> }}
          />
        </Button>
        <Button look="outline" onClick={onRemove}>
          <Trans
            text={'Remove<span> {url}</span>'}
            values={{ url }}
            parts={{ span: <span className="sr-only" /> }}
          />
        </Button>
      </div>
    </li>
  )
}

/** Warns about failing deliveries, because a webhook is never disabled automatically. */
function Trouble({ webhook: { failed, waiting, lastTry } }: { webhook: Webhook }) {
  const isFailing = waiting > 0 && lastTry !== null && (lastTry.status === null || lastTry.status >= 300)
  if (failed === 0 && !isFailing) return null
  return (
    <div role="alert" className="mt-3 rounded-card border border-sale p-4">
      {isFailing && (
        <p>
          <b className="font-medium text-sale">
            {waiting} {waiting === 1 ? 'delivery' : 'deliveries'} pending.
          </b>{' '}
          The last attempt failed:{' '}
          {lastTry.error ?? t('response {status}', { status: String(lastTry.status) })}. Retries stop after 24
          hours.
        </p>
      )}
      {failed > 0 && (
        <p>
          <b className="font-medium text-sale">
            {failed} {failed === 1 ? 'delivery' : 'deliveries'} failed
          </b>{' '}
          after 24 hours of retries. You can resend {failed === 1 ? 'it' : 'them'} below.
        </p>
      )}
    </div>
  )
}

type Chosen = Pick<Webhook, 'url' | 'topics'>

/**
 * URL and events of a new or existing webhook.
 * @param onSecret receives the secret of a new webhook, which is shown only once
 */
export function WebhookForm({
  webhook,
  onSecret,
  onClose,
}: {
  webhook: Webhook | null
  onSecret(secret: string): void
  onClose(): void
}) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [topics, setTopics] = useState<WebhookTopic[]>(webhook?.topics ?? [...WEBHOOK_TOPICS])
  const save = useWebhookChange(
    (api, chosen: Chosen) =>
      webhook
        ? api.call('PATCH /api/admin/webhooks/:id', { id: webhook.id, ...chosen }).then(() => null)
        : api.call('POST /api/admin/webhooks', chosen).then(({ secret }) => secret),
    webhook ? 'Webhook saved' : 'Webhook added',
    (secret) => {
      onClose()
      if (secret !== null) onSecret(secret)
    },
  )
  const errors = save.error instanceof ApiError ? save.error.errors : []
  const wrongUrl = errors.find(({ path }) => path === 'url')?.message
  return (
    <ChangeDialog
      title={webhook ? t('Edit webhook') : t('Add webhook')}
      submit={t('Save')}
      change={wrongUrl ? { ...save, error: null } : save}
      onSubmit={() => save.mutate({ url, topics })}
      onClose={onClose}
    >
      <Field
        label={t('Endpoint URL')}
        type="url"
        placeholder="https://example.com/hooks"
        hint={t('A URL on your server, beginning with https://')}
        value={url}
        error={wrongUrl}
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset>
        <legend className="mb-1 font-medium text-sm">{t('Events')}</legend>
        <div className="grid sm:grid-cols-2">
          {WEBHOOK_TOPICS.map((topic) => (
            <Checkbox
              key={topic}
              label={TOPIC_LABELS[topic]}
              checked={topics.includes(topic)}
              onChange={({ target }) =>
                setTopics(target.checked ? [...topics, topic] : topics.filter((one) => one !== topic))
              }
            />
          ))}
        </div>
      </fieldset>
    </ChangeDialog>
  )
}
