import { queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#contract/language/language.ts'
import { type Api, type ResponseOf, useApi } from '../platform/api.ts'
import { useDates } from '../platform/dates.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/feedback.tsx'
import { Modal } from '../ui/modal.tsx'
import { RichText } from '../ui/rich-text.tsx'

type Policy = ResponseOf<'GET /api/policies'>[number]

const policiesQuery = (api: Api, at: string) =>
  queryOptions({ queryKey: keys.policies(at), queryFn: () => api.call('GET /api/policies', { at }) })

const policyQuery = (api: Api, name: string, version: number) =>
  queryOptions({
    queryKey: keys.policy(name, version),
    queryFn: () => api.call('GET /api/policies/:name/versions/:version', { name, version }),
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * The policies that an order was placed under. The texts in the code aren't stored, so shoppers see only those that the
 * store owner wrote.
 * @param hasOriginals names those in the code, too
 */
export function OrderPolicies({ at, hasOriginals = false }: { at: string; hasOriginals?: boolean }) {
  const { data: policies = [] } = useQuery(policiesQuery(useApi(), at))
  const shown = policies.filter(({ version }) => hasOriginals || version !== null)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('Policies')}>
      <h3 className="mb-2 text-lg">{t('Policies at the time of the order')}</h3>
      <ul>
        {shown.map((policy) => (
          <li key={policy.name}>
            <PolicyLine {...policy} />
          </li>
        ))}
      </ul>
      {shown.some(({ version }) => version === null) && (
        <p className="mt-2 text-muted text-sm">
          {t(
            'An original text follows your settings, so it isn’t stored. Save the page once to keep what customers agree to.',
          )}
        </p>
      )}
    </section>
  )
}

function PolicyLine({ name, title, version, since }: Policy) {
  const [isOpen, setOpen] = useState(false)
  const { formatDay } = useDates()
  if (version === null)
    return (
      <p className="flex min-h-11 items-center">
        {title}
        <span className="ml-2 text-muted text-sm">{t('Original text')}</span>
      </p>
    )
  return (
    <>
      <Button look="quiet" className="-ml-3 px-3! script-only text-left" onClick={() => setOpen(true)}>
        {title}
        <span className="text-muted text-sm">
          Version {version}
          {since && `, ${formatDay(since)}`}
        </span>
      </Button>
      {isOpen && <PolicyModal name={name} title={title} version={version} onClose={() => setOpen(false)} />}
    </>
  )
}

function PolicyModal({
  name,
  title,
  version,
  onClose,
}: Pick<Policy, 'name' | 'title'> & { version: number; onClose(): void }) {
  const { data: policy, isError } = useQuery(policyQuery(useApi(), name, version))
  return (
    <Modal isOpen onClose={onClose} title={title} isWide>
      {policy && <RichText html={policy.html} className="max-w-prose" />}
      {!policy && (isError ? <p>{t('The text couldn’t be loaded. Please try again.')}</p> : <Spinner />)}
    </Modal>
  )
}
