import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { TrackingQuery } from '#contract/orders/api.ts'
import { CONTACT } from '../platform/addresses.ts'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { type Proof, trackedQuery } from './queries.ts'
import { TrackedCard } from './tracked-card.tsx'
import { TrackingForm, type TrackingProblems } from './tracking-form.tsx'

/** /order-tracking (spec section 2). What is asked for stands in the address, as in the links of our letters. */
export function TrackingPage() {
  const [parameters] = useSearchParams()
  const { proof, problems, isAsked } = readTracking(parameters)
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-8 md:py-16">
      <Head
        page="Track Your Order"
        description="See where your order is, with its ID and your email address."
        isPrivate={isAsked}
      />
      <h1 className="text-4xl">Track Your Order</h1>
      <p className="mt-2 text-muted">You will find the order ID in your confirmation email.</p>
      <TrackingForm
        typed={{ orderId: parameters.get('orderId') ?? '', email: parameters.get('email') ?? '' }}
        problems={problems}
      />
      {proof && <Result proof={proof} />}
      <p className="mt-10 text-muted">
        Is something wrong with your order?{' '}
        <Link to={CONTACT} className="text-ink underline underline-offset-4">
          Contact support
        </Link>
      </p>
    </div>
  )
}

/** What the address asks for, checked by the rules of spec section 5. */
export function readTracking(parameters: URLSearchParams): {
  proof: Proof | null
  problems: TrackingProblems
  isAsked: boolean
} {
  const isAsked = parameters.has('orderId') && parameters.has('email')
  if (!isAsked) return { proof: null, problems: {}, isAsked }
  const asked = TrackingQuery.safeParse(Object.fromEntries(parameters))
  if (asked.success) return { proof: asked.data, problems: {}, isAsked }
  const messageOf = (field: string) => asked.error.issues.find(({ path }) => path[0] === field)?.message
  return { proof: null, problems: { orderId: messageOf('orderId'), email: messageOf('email') }, isAsked }
}

function Result({ proof }: { proof: Proof }) {
  const { data, isFetching } = useQuery(trackedQuery(useApi(), proof))
  if (!data || (isFetching && !data.order)) {
    return (
      <div className="mt-8">
        <Spinner>Looking for your order...</Spinner>
      </div>
    )
  }
  if (data.order) return <TrackedCard order={data.order} proof={proof} />
  return (
    <p role="alert" className="mt-8 rounded-card border border-sale bg-surface p-4">
      {data.problem}
    </p>
  )
}
