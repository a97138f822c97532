import { useQuery } from '@tanstack/react-query'
import { useLoaderData, useSearchParams } from 'react-router'
import type { AnswerOf } from '../platform/api.ts'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { OutcomeScreen } from './outcome-screens.tsx'
import { outcomeQuery } from './queries.ts'
import { Success } from './success.tsx'

/** /order-success: the browser came back from the card provider; what happened, the shop's server says. */
export function OrderSuccessPage() {
  const [parameters] = useSearchParams()
  const clientSecret = parameters.get('payment_intent_client_secret')
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16 text-center md:px-8 md:py-24">
      <Head page="Your order" isPrivate />
      {clientSecret ? <Outcome clientSecret={clientSecret} /> : <Success order={null} />}
    </div>
  )
}

/** What the server found out for whoever asks; the browser, which has the cart's cookie, asks again and learns more. */
export type RenderedOutcome = { seen: AnswerOf<'POST /api/payment-outcome'> | null } | null

function Outcome({ clientSecret }: { clientSecret: string }) {
  const rendered = useLoaderData<RenderedOutcome>()
  const outcome = useQuery({
    ...outcomeQuery(useApi(), clientSecret),
    placeholderData: rendered?.seen ?? undefined,
  })
  if (outcome.isPending && !rendered) return <Spinner>Checking your payment...</Spinner>
  if (outcome.data?.outcome === 'paid') return <Success order={{ ...outcome.data, clientSecret }} />
  return <OutcomeScreen outcome={outcome.data?.outcome ?? null} onRetry={() => void outcome.refetch()} />
}
