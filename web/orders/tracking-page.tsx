import { useEffect, useRef, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { TrackingQuery } from '#contract/orders/api.ts'
import { useApi } from '../platform/api.ts'
import { Head } from '../platform/head.tsx'
import { CONTACT, ORDER_TRACKING, trackingAddress } from '../platform/paths.ts'
import { Link } from '../platform/router/link.tsx'
import { FIRST_KEY } from '../platform/router/location.ts'
import { useLocation, useNavigate, useParameters } from '../platform/router/use-router.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Field } from '../ui/field.tsx'
import { Trans } from '../ui/trans.tsx'
import { useOrderIdExample } from './order-id-example.ts'
import { type Proof, trackedQuery, useFreshOrders } from './queries.ts'
import { TrackedCard } from './tracked-card.tsx'

/** /order-tracking (spec section 2). The URL contains the query, as in the links in our emails. */
export function TrackingPage() {
  const parameters = useParameters()
  const { proof, problems, isAsked } = readTracking(parameters)
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:px-8 md:py-16">
      <Head
        page="Track Your Order"
        description={t('Track your order with its ID and your email address.')}
        isPrivate={isAsked}
      />
      <h1 className="type-heading">{t('Track Your Order')}</h1>
      <p className="mt-2 text-muted">{t('You’ll find the order ID in your confirmation email.')}</p>
      <TrackingForm
        typed={{ orderId: parameters.get('orderId') ?? '', email: parameters.get('email') ?? '' }}
        problems={problems}
      />
      {proof && <Result proof={proof} />}
      <p className="mt-10 text-muted">
        <Trans
          text="Is something wrong with your order? <link>Contact support</link>"
          parts={{ link: <Link to={CONTACT} className="text-ink underline underline-offset-4" /> }}
        />
      </p>
    </div>
  )
}

/** Returns the query in the URL, validated with the rules of spec section 5. */
export function readTracking(parameters: URLSearchParams): {
  proof: Proof | null
  problems: TrackingProblems
  isAsked: boolean
} {
  const isAsked = parameters.has('orderId') && parameters.has('email')
  if (!isAsked) return { proof: null, problems: {}, isAsked }
  const query = TrackingQuery.safeParse(Object.fromEntries(parameters))
  if (query.success) return { proof: query.data, problems: {}, isAsked }
  const messageOf = (field: string) => query.error.issues.find(({ path }) => path[0] === field)?.message
  return { proof: null, problems: { orderId: messageOf('orderId'), email: messageOf('email') }, isAsked }
}

function Result({ proof }: { proof: Proof }) {
  const { data, isFetching } = useQuery(trackedQuery(useApi(), proof))
  if (!data || (isFetching && !data.order)) {
    return (
      <div className="mt-8">
        <Spinner>{t('Looking for your order...')}</Spinner>
      </div>
    )
  }
  if (data.order) return <TrackedCard order={data.order} proof={proof} />
  return (
    <p role="alert" className="mt-8 warning">
      {data.problem}
    </p>
  )
}

type TrackingProblems = { orderId?: string; email?: string }
type Typed = { orderId: string; email: string }

/** A GET form, so it works without JavaScript by opening the order's URL. */
function TrackingForm({ typed, problems }: { typed: Typed; problems: TrackingProblems }) {
  const form = useRef<HTMLFormElement>(null)
  const example = useOrderIdExample()
  const [fields, setFields] = useState(typed)
  const refresh = useFreshOrders()
  const navigate = useNavigate()
  const { key } = useLocation()
  const [shown, setShown] = useState(typed)
  if (shown.orderId !== typed.orderId || shown.email !== typed.email) {
    setShown(typed)
    setFields(typed)
  }
  useEffect(() => {
    // Not when the page opens, before anything was entered.
    if (key !== FIRST_KEY) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [key])
  const field = (name: keyof Typed) => ({
    name,
    value: fields[name],
    error: problems[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  })
  return (
    <form
      ref={form}
      method="get"
      action={ORDER_TRACKING}
      noValidate
      className="mt-8 grid gap-4 sm:grid-cols-2 print:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        void refresh()
        void navigate(trackingAddress(fields.orderId, fields.email), { preventScrollReset: true })
      }}
    >
      <Field
        label={t('Order ID')}
        placeholder={example}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...field('orderId')}
      />
      <Field
        label={t('Email Address')}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field('email')}
      />
      <div className="sm:col-span-2">
        <Button type="submit">{t('Track Order')}</Button>
      </div>
    </form>
  )
}
