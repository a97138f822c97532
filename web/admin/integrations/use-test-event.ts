import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../platform/api-context.ts'
import { refusalOf } from '../changes.tsx'
import { paymentProviderQuery } from './queries.ts'

/** So often it is asked whether the webhook has come, and so long. */
const ASK_AGAIN_MS = 1000
const PATIENCE_MS = 30_000

const COME = 'The test event has come: the provider reaches the shop.'
const NOT_COME =
  'No webhook has come within 30 seconds. Check the address of the endpoint and its signing secret, under Configure.'

/** Asks the provider for an event, then waits for its webhook. @param lastWebhookAt when the last one came */
export function useTestEvent(lastWebhookAt: string | undefined) {
  const api = useApi()
  const [wait, setWait] = useState<{ askedAt: string; until: number } | null>(null)
  const ask = useMutation({
    mutationFn: () => api.call('POST /api/admin/payment-provider/test-event'),
    onMutate: () => setWait(null),
    onSuccess: ({ askedAt }) => setWait({ askedAt, until: Date.now() + PATIENCE_MS }),
  })
  const hasCome = wait !== null && lastWebhookAt !== undefined && lastWebhookAt >= wait.askedAt
  const isWaiting = wait !== null && !hasCome
  const isLate = (heard: { dataUpdatedAt: number; errorUpdatedAt: number }) =>
    wait !== null && Math.max(heard.dataUpdatedAt, heard.errorUpdatedAt) >= wait.until
  const heard = useQuery({
    ...paymentProviderQuery(api),
    refetchInterval: ({ state }) => (isWaiting && !isLate(state) ? ASK_AGAIN_MS : false),
  })
  const isOver = isWaiting && isLate(heard)
  return {
    send: () => ask.mutate(),
    isRunning: ask.isPending || (isWaiting && !isOver),
    hasFailed: ask.isError || isOver,
    message: refusalOf(ask.error) ?? (hasCome ? COME : isOver ? NOT_COME : null),
  }
}
