import { useState } from 'react'
import { WEBHOOK_TOPICS, type WebhookTopic } from '#contract/webhooks/rules.ts'
import { ChangeDialog } from '../admin/changes.tsx'
import { ApiError } from '../platform/api.ts'
import { Checkbox, Field } from '../ui/field.tsx'
import { TOPIC_LABELS, useWebhookChange, type Webhook } from './queries.ts'

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
      title={webhook ? 'Edit webhook' : 'Add webhook'}
      submit="Save"
      change={wrongUrl ? { ...save, error: null } : save}
      onSubmit={() => save.mutate({ url, topics })}
      onClose={onClose}
    >
      <Field
        label="Endpoint URL"
        type="url"
        placeholder="https://example.com/hooks"
        hint="A URL on your server, beginning with https://"
        value={url}
        error={wrongUrl}
        onChange={({ target }) => setUrl(target.value)}
      />
      <fieldset>
        <legend className="mb-1 font-medium text-sm">Events</legend>
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
