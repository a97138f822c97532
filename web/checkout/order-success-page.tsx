import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useHasScript } from '../ui/use-has-script.ts'
import { OutcomeScreen } from './outcome-screens.tsx'
import { outcomeQuery } from './queries.ts'
import { Success } from './success.tsx'

/** /order-success: the browser came back from the card provider; what happened, the shop's server says. */
export function OrderSuccessPage() {
  const [parameters] = useSearchParams()
  const clientSecret = parameters.get('payment_intent_client_secret')
  const isHere = useHasScript()
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16 text-center md:px-8 md:py-24">
      <Head page="Your order" isPrivate />
      {!isHere && <Spinner>Loading...</Spinner>}
      {isHere && (clientSecret ? <Outcome clientSecret={clientSecret} /> : <Success order={null} />)}
    </div>
  )
}

function Outcome({ clientSecret }: { clientSecret: string }) {
  const outcome = useQuery(outcomeQuery(useApi(), clientSecret))
  if (outcome.isPending) return <Spinner>Checking your payment...</Spinner>
  if (outcome.data?.outcome === 'paid') return <Success order={{ ...outcome.data, clientSecret }} />
  return <OutcomeScreen outcome={outcome.data?.outcome ?? null} onRetry={() => void outcome.refetch()} />
}
