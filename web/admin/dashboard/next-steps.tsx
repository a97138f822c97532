import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { settingsAddress } from '../../settings/admin/setting-pages.ts'
import { settingsQuery } from '../../settings/admin/use-save-section.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { adminAddress } from '../address.ts'
import { LoadFailure } from '../list-frame.tsx'
import { countsQuery, paymentProviderQuery } from '../queries.ts'

type Step = { title: string; why: string; action: string; to: string; isDone: boolean }

/** The steps of a shop without orders to its first sale. The next one has the button. */
export function NextSteps() {
  const { steps, isError, retry } = useSteps()
  const next = steps?.find(({ isDone }) => !isDone)
  return (
    <section aria-labelledby="next" className="mt-10 border-hairline border-t pt-8">
      <h2 id="next" className="type-title">
        {steps && !next ? 'Ready for the first order' : 'Before the first order'}
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        Revenue, orders, and best sellers appear here after the first payment.
      </p>
      {isError && <LoadFailure subject="The next steps" onRetry={retry} />}
      {!steps && !isError && <Skeleton className="mt-6 h-80" />}
      {steps && (
        <ol className="mt-6 max-w-3xl">
          {steps.map((step) => (
            <StepRow key={step.title} step={step} isNext={step === next} />
          ))}
        </ol>
      )}
    </section>
  )
}

function StepRow({ step, isNext }: { step: Step; isNext: boolean }) {
  const { title, why, action, to, isDone } = step
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-t py-4"
    >
      <span
        className={`flex size-6 shrink-0 items-center justify-center rounded-full ${isDone ? 'bg-ink text-paper' : 'border border-control'}`}
      >
        {isDone && <CheckIcon className="size-3.5" />}
      </span>
      <div className="min-w-0 grow basis-60">
        <h3 className={isDone ? 'text-muted' : ''}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </h3>
        {!isDone && <p className="text-muted text-sm">{why}</p>}
      </div>
      {isNext && <ButtonLink to={to}>{action}</ButtonLink>}
      {!isNext && !isDone && (
        <Link to={to} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {action}
        </Link>
      )}
    </li>
  )
}

/** Returns the steps once everything they depend on has arrived. */
function useSteps() {
  const api = useApi()
  const queries = [
    useQuery(countsQuery(api)),
    useQuery(settingsQuery(api)),
    useQuery(paymentProviderQuery(api)),
  ] as const
  const [{ data: counts }, { data: settings }, { data: provider }] = queries
  const steps: Step[] | undefined = counts &&
    settings &&
    provider && [
      {
        title: 'Add your products',
        why: 'One at a time, or all at once from a file.',
        action: 'Add product',
        to: adminAddress('products', { edit: 'new' }),
        isDone: counts.products > 0,
      },
      {
        title: 'Name your business',
        why: 'Its name and address are on invoices and in the shop’s terms.',
        action: 'Enter your business',
        to: settingsAddress('business'),
        isDone: settings.business.legalName !== '',
      },
      {
        title: 'Choose where you ship',
        why: 'Until then, the shop ships to four countries at one rate.',
        action: 'Set up shipping',
        to: settingsAddress('places'),
        isDone: settings.zones !== null,
      },
      {
        title: 'Set your taxes',
        why: 'Until then, the shop charges no taxes.',
        action: 'Set up taxes',
        to: settingsAddress('taxes'),
        isDone: settings.taxes.mode !== 'none',
      },
      {
        title: 'Connect payments',
        why: 'Until then, no card is charged.',
        action: 'Set up payments',
        to: adminAddress('integrations'),
        isDone: provider.mode !== 'demo',
      },
    ]
  return {
    steps,
    isError: queries.some(({ isError }) => isError),
    retry: () => {
      for (const { isError, refetch } of queries) if (isError) void refetch()
    },
  }
}
