import { REQUIREMENTS } from '#contract/admin/going-live.ts'
import { t } from '#contract/language/language.ts'
import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { mayChange, SETTING_PAGES } from '../../settings/admin/setting-pages.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { CheckIcon } from '../../ui/icons.tsx'
import { LoadFailure } from '../list-frame.tsx'
import { May, useMay } from '../permissions.tsx'
import { goingLiveQuery } from '../queries.ts'
import { RemoveDemoProducts } from './remove-demo-products.tsx'
import { RemoveTestOrders } from './remove-test-orders.tsx'
import { REQUIREMENT_TEXTS } from './requirements.ts'

/** The requirements for opening the shop, as the shop sees them now. The next one has the button. */
export function RequirementList() {
  const { data, isError, refetch } = useQuery(goingLiveQuery(useApi()))
  const may = useMay()
  const next = data && REQUIREMENTS.find((name) => !data.isMet[name])
  return (
    <>
      {isError && <LoadFailure subject={t('The list')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton className="mt-6 h-80" />}
      {data && (
        <p className="mt-6 text-muted text-sm">
          {t('{length} of {length2} done', {
            length: REQUIREMENTS.filter((name) => data.isMet[name]).length,
            length2: REQUIREMENTS.length,
          })}
        </p>
      )}
      {data && (
        <ol className="mt-3 max-w-3xl">
          {REQUIREMENTS.map((name) => {
            const { title, inDemo, ...text } = REQUIREMENT_TEXTS[name]
            const { why, link: place } = (data.isDemo && inDemo) || text
            const page = SETTING_PAGES.find((one) => one.name === place?.page)
            const link = page && !mayChange(page, may) ? undefined : place
            const isMet = data.isMet[name]
            return (
              <li
                key={name}
                aria-current={name === next ? 'step' : undefined}
                className="flex flex-wrap items-center gap-x-4 gap-y-2 border-hairline border-t py-4"
              >
                <span
                  className={`flex size-6 shrink-0 items-center justify-center rounded-full ${isMet ? 'bg-ink text-paper' : 'border border-control'}`}
                >
                  {isMet && <CheckIcon className="size-3.5" />}
                </span>
                <div className="min-w-0 grow basis-60">
                  <h3 className={isMet ? 'text-muted' : ''}>
                    {title}
                    {isMet && <span className="sr-only">{t(' (done)')}</span>}
                  </h3>
                  {!isMet && <p className="text-muted text-sm">{why}</p>}
                  {name === 'payments' && data.paymentProblem && (
                    <p className="text-sale text-sm">{data.paymentProblem}</p>
                  )}
                  {name === 'payments' && data.testOrders > 0 && (
                    <May use="POST /api/admin/test-orders/remove">
                      <RemoveTestOrders count={data.testOrders} />
                    </May>
                  )}
                  {name === 'products' && data.demoProducts > 0 && (
                    <May use="POST /api/admin/demo-products/remove">
                      <RemoveDemoProducts count={data.demoProducts} categories={data.demoCategories} />
                    </May>
                  )}
                </div>
                {link && !isMet && (
                  // On a phone, below the text, whose circle takes this margin.
                  <div className="max-sm:ml-10">
                    {name === next && <ButtonLink to={link.to}>{link.text}</ButtonLink>}
                    {name !== next && (
                      <Link
                        to={link.to}
                        className="inline-flex min-h-11 items-center underline underline-offset-4"
                      >
                        {link.text}
                      </Link>
                    )}
                  </div>
                )}
              </li>
            )
          })}
        </ol>
      )}
    </>
  )
}
