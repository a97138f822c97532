import { useId, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { DateText } from '../../orders/status.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { useMutation, useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Trans } from '../../ui/trans.tsx'
import { rejectionMessage } from '../changes.tsx'
import { Card, LoadFailure } from '../list-frame.tsx'
import { May } from '../permissions.tsx'
import { paymentProviderQuery } from '../queries.ts'
import { StripeKeys } from './stripe-keys.tsx'

type Provider = ResponseOf<'GET /api/admin/payment-provider'>

/** State of the payment provider, and instructions for configuring it (contract section 0). */
export function PaymentCard() {
  const { data: provider, isError, refetch } = useQuery(paymentProviderQuery(useApi()))
  const [isOpen, setOpen] = useState(false)
  const steps = useId()
  const test = useTestEvent(provider?.lastWebhook?.at)
  return (
    <Card
      title={t('Payment provider')}
      actions={
        <div className="flex flex-wrap gap-3">
          <Button
            look="outline"
            aria-expanded={isOpen}
            aria-controls={isOpen ? steps : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            {t('Configure')}
          </Button>
          <May use="POST /api/admin/payment-provider/test-event">
            <Button look="outline" isBusy={test.isRunning} onClick={test.send}>
              {test.isRunning ? t('Waiting...') : t('Send test event')}
            </Button>
          </May>
        </div>
      }
    >
      {isError && <LoadFailure subject={t('The payment provider')} onRetry={() => void refetch()} />}
      {!provider && !isError && <Skeleton className="mt-4 h-44 sm:h-28" />}
      {provider && <State provider={provider} />}
      <p role="status" className="mt-3 empty:hidden">
        {test.message && (
          <span className={test.hasFailed ? 'text-sale' : 'text-success'}>{test.message}</span>
        )}
      </p>
      {provider && isOpen && (
        <div id={steps} className="mt-4 border-hairline border-t pt-4">
          <Steps provider={provider} />
        </div>
      )}
    </Card>
  )
}

const MODES: Record<Provider['mode'], { label: string; text: string }> = {
  demo: { label: 'Demo', text: 'the sandbox emulates the provider, and no card is charged.' },
  test: { label: 'Test', text: 'the keys are test keys, and no real card is charged.' },
  live: { label: 'Live', text: 'real cards are charged.' },
  none: { label: 'None', text: 'shoppers can’t pay until you enter keys.' },
}

function State({ provider: { name, mode, keys, problem, lastWebhook } }: { provider: Provider }) {
  const { label, text } = MODES[mode]
  return (
    <>
      {problem && (
        <p role="alert" className="mt-4 rounded-card border border-sale p-4 text-sale">
          {t('Shoppers can’t pay. {problem}', { problem })}
        </p>
      )}
      <dl className="mt-4 grid grid-cols-[7rem_1fr] gap-x-4 gap-y-2">
        <dt className="text-muted">{t('Provider')}</dt>
        <dd>{name}</dd>
        <dt className="text-muted">{t('Mode')}</dt>
        <dd>
          <b className={`font-medium ${mode === 'live' ? 'text-success' : 'text-accent'}`}>{label}</b>: {text}
        </dd>
        <dt className="text-muted">{t('Keys')}</dt>
        <dd className="wrap-anywhere">
          {SOURCES[keys.source]}
          {keys.account && ` Account: ${keys.account}.`}
          {keys.source === 'stored' &&
            keys.ends &&
            t(' The secret key ends in {secretKey}.', { secretKey: keys.ends.secretKey })}
        </dd>
        <dt className="text-muted">{t('Last webhook')}</dt>
        <dd>
          {lastWebhook ? (
            <>
              <DateText at={lastWebhook.at} withTime />{' '}
              <span className="wrap-anywhere text-muted text-sm">{lastWebhook.type}</span>
            </>
          ) : (
            'None yet.'
          )}
        </dd>
      </dl>
    </>
  )
}

const SOURCES: Record<Provider['keys']['source'], string> = {
  environment: 'Set in the environment of the server.',
  stored: 'Entered here.',
  sandbox: 'Those of the sandbox.',
  none: 'None yet.',
}

function Steps({ provider }: { provider: Provider }) {
  const { name, mode, webhookUrl, events } = provider
  return (
    <>
      <h3 className="text-lg">{t('How to configure')}</h3>
      <ol className="mt-2 list-decimal space-y-2 pl-5">
        <li>{t('In the {name} dashboard, copy your account’s secret key and publishable key.', { name })}</li>
        <li>
          Under webhooks there, add an endpoint for <Code>{webhookUrl}</Code> with these events:
          <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1">
            {events.map((event) => (
              <li key={event}>
                <Code>{event}</Code>
              </li>
            ))}
          </ul>
        </li>
        {mode === 'demo' && (
          <li>
            <Trans
              text="The demo accepts only the keys of the sandbox. For your own, end the demo: set <demo/>, <url/>, and <key/> in the shop’s environment, and restart it."
              parts={{
                demo: <Code>PLINTH_DEMO=off</Code>,
                url: <Code>PUBLIC_URL</Code>,
                key: <Code>SECRET_KEY</Code>,
              }}
            />
          </li>
        )}
        <li>{t('Enter the two keys and the endpoint’s signing secret below. They apply immediately.')}</li>
        <li>{t('Send a test event. It creates a payment and cancels it. No card is charged.')}</li>
      </ol>
      <div className="mt-6">
        <StripeKeys provider={provider} />
      </div>
    </>
  )
}

const Code = ({ children }: { children: string }) => <code className="wrap-anywhere text-sm">{children}</code>

/** How often and for how long the page checks whether the webhook has arrived. */
const POLL_EVERY_MS = 1000
const TIMEOUT_MS = 30_000

const RECEIVED = 'The test event arrived. The provider can reach the shop.'
const NOT_RECEIVED =
  'No webhook arrived within 30 seconds. Check the endpoint URL and signing secret under Configure.'

/**
 * Requests an event from the provider, then waits for its webhook.
 * @param lastWebhookAt when the last webhook arrived
 */
function useTestEvent(lastWebhookAt: string | undefined) {
  const api = useApi()
  const [wait, setWait] = useState<{ askedAt: string; until: number } | null>(null)
  const sendTest = useMutation({
    mutationFn: () => api.call('POST /api/admin/payment-provider/test-event'),
    onMutate: () => setWait(null),
    onSuccess: ({ askedAt }) => setWait({ askedAt, until: Date.now() + TIMEOUT_MS }),
  })
  const isReceived = wait !== null && lastWebhookAt !== undefined && lastWebhookAt >= wait.askedAt
  const isWaiting = wait !== null && !isReceived
  const isLate = (query: { dataUpdatedAt: number; errorUpdatedAt: number }) =>
    wait !== null && Math.max(query.dataUpdatedAt, query.errorUpdatedAt) >= wait.until
  const status = useQuery({
    ...paymentProviderQuery(api),
    refetchInterval: ({ state }) => (isWaiting && !isLate(state) ? POLL_EVERY_MS : false),
  })
  const isOver = isWaiting && isLate(status)
  return {
    send: () => sendTest.mutate(),
    isRunning: sendTest.isPending || (isWaiting && !isOver),
    hasFailed: sendTest.isError || isOver,
    message: rejectionMessage(sendTest.error) ?? (isReceived ? RECEIVED : isOver ? NOT_RECEIVED : null),
  }
}
