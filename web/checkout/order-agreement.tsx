import { Fragment } from 'react'
import { t } from '#contract/language/language.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'

/** Links to the policies that an order agrees to. They open in a new tab, so the entered card data isn't lost. */
export function OrderAgreement() {
  const { data: { orderPolicies: [terms, ...others] = [] } = {} } = useQuery(shopInfoQuery(useApi()))
  if (!terms) return null
  return (
    <p className="mt-4 text-muted text-sm">
      By placing your order, you agree to our <PolicyLink {...asPolicy(terms)} />. Please also read our{' '}
      {others.map((policy, index) => (
        <Fragment key={policy[1]}>
          {index > 0 && t(' and our ')}
          <PolicyLink {...asPolicy(policy)} />
        </Fragment>
      ))}
      .
    </p>
  )
}

const asPolicy = ([title, address]: readonly [string, string]) => ({ title, address })

function PolicyLink({ title, address }: { title: string; address: string }) {
  return (
    <a className="text-ink underline underline-offset-4" href={address} target="_blank" rel="noopener">
      {title}
      <span className="sr-only">{t(' (opens in a new tab)')}</span>
    </a>
  )
}
