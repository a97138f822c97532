import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { ChangeDialog } from '../../admin/changes.tsx'
import { Card, LoadFailure } from '../../admin/list-frame.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Deliveries } from './deliveries.tsx'
import { useWebhookChange, type Webhook, webhooksQuery } from './queries.ts'
import { WebhookForm, WebhookItem } from './webhook-item.tsx'

type Open =
  | { dialog: 'form'; webhook: Webhook | null }
  | { dialog: 'remove' | 'rotate'; webhook: Webhook }
  | { dialog: 'secret'; secret: string }

/** The store owner's servers that receive events (docs/webhooks.md). */
export function WebhooksCard() {
  const list = useQuery(webhooksQuery(useApi()))
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)
  const showSecret = (secret: string) => setOpen({ dialog: 'secret', secret })
  return (
    <Card
      title={t('Webhooks')}
      actions={
        <Button look="outline" onClick={() => setOpen({ dialog: 'form', webhook: null })}>
          {t('Add webhook')}
        </Button>
      }
    >
      <p className="mt-1 text-muted text-sm">
        {t(
          'Notify your servers when an order is placed, paid, shipped, or refunded, or a product changes. Every message is signed.',
        )}
      </p>
      {list.isError && <LoadFailure subject={t('The webhooks')} onRetry={() => void list.refetch()} />}
      {!list.data && !list.isError && <Skeleton className="mt-4 h-20" />}
      {list.data?.length === 0 && <p className="mt-4">{t('No webhooks yet.')}</p>}
      {list.data && list.data.length > 0 && (
        <>
          <ul className="mt-3 divide-y divide-hairline border-hairline border-y">
            {list.data.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                onChange={() => setOpen({ dialog: 'form', webhook })}
                onRemove={() => setOpen({ dialog: 'remove', webhook })}
                onNewSecret={() => setOpen({ dialog: 'rotate', webhook })}
              />
            ))}
          </ul>
          <Deliveries webhooks={list.data} />
        </>
      )}
      {open?.dialog === 'form' && (
        <WebhookForm webhook={open.webhook} onSecret={showSecret} onClose={close} />
      )}
      {open?.dialog === 'remove' && <RemoveDialog webhook={open.webhook} onClose={close} />}
      {open?.dialog === 'rotate' && (
        <RotateDialog webhook={open.webhook} onSecret={showSecret} onClose={close} />
      )}
      {open?.dialog === 'secret' && <SecretDialog secret={open.secret} onClose={close} />}
    </Card>
  )
}

function RemoveDialog({ webhook: { id, url }, onClose }: { webhook: Webhook; onClose(): void }) {
  const remove = useWebhookChange(
    (api) => api.call('DELETE /api/admin/webhooks/:id', { id }),
    'Webhook removed',
    onClose,
  )
  return (
    <ChangeDialog
      title={t('Remove webhook')}
      submit={t('Remove')}
      isDanger
      change={remove}
      onSubmit={() => remove.mutate({})}
      onClose={onClose}
    >
      <p className="wrap-anywhere">
        {t('We’ll stop sending events to {url} and delete its deliveries, including pending ones.', { url })}
      </p>
    </ChangeDialog>
  )
}

function RotateDialog({
  webhook: { id },
  onSecret,
  onClose,
}: {
  webhook: Webhook
  onSecret(secret: string): void
  onClose(): void
}) {
  const rotate = useWebhookChange(
    (api) => api.call('POST /api/admin/webhooks/:id/secret', { id }),
    'Secret rotated',
    ({ secret }) => onSecret(secret),
  )
  return (
    <ChangeDialog
      title={t('Rotate secret')}
      submit={t('Rotate')}
      change={rotate}
      onSubmit={() => rotate.mutate({})}
      onClose={onClose}
    >
      <p>
        {t(
          'For 24 hours, messages are signed with both the new and the previous secret. Update your server within that time.',
        )}
      </p>
    </ChangeDialog>
  )
}

/** Shows a secret, once. */
function SecretDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  const [note, setNote] = useState('')
  return (
    <Modal isOpen onClose={onClose} title={t('Signing secret')}>
      <p className="mb-4">
        {t(
          'Your server uses it to verify that a message is from this shop. Copy it now. It won’t be shown again.',
        )}
      </p>
      <TextArea
        label={t('Secret')}
        readOnly
        rows={2}
        className="resize-none break-all font-mono"
        value={secret}
        onFocus={({ target }) => target.select()}
      />
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        <p role="status" className="mr-auto text-muted text-sm">
          {note}
        </p>
        <Button look="outline" onClick={() => void copy(secret).then(setNote)}>
          {t('Copy')}
        </Button>
        <Button onClick={onClose}>{t('I’ve saved it')}</Button>
      </div>
    </Modal>
  )
}

/** @returns the outcome as text, because browsers have no clipboard API on pages without HTTPS */
async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied.'
  } catch {
    return 'Your browser doesn’t allow copying. Select the secret and copy it.'
  }
}
