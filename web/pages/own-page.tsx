import { queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { isPolicy, pageAddress } from '#contract/pages/rules.ts'
import { type Api, ApiError, useApi } from '../platform/api.ts'
import { useDates } from '../platform/dates.ts'
import { keys } from '../platform/query-cache.ts'
import { useQuery } from '../platform/use-query.ts'
import { Spinner } from '../ui/feedback.tsx'
import { RichText } from '../ui/rich-text.tsx'
import { TextLayout } from './text-layout.tsx'

/** A page that the store owner wrote, or null if it isn't published. */
export const ownPageQuery = (api: Api, name: string) =>
  queryOptions({
    queryKey: keys.page(name),
    queryFn: async () => {
      try {
        return await api.call('GET /api/pages/:name', { name })
      } catch (error) {
        if (error instanceof ApiError && [400, 404].includes(error.status)) return null
        throw error
      }
    },
  })

/** A page as the store owner wrote it. `missing` is shown if it isn't published. */
export function OwnPage({ name, crop, missing }: { name: string; crop?: string; missing: ReactNode }) {
  const { formatDay } = useDates()
  const { data: page, error } = useQuery(ownPageQuery(useApi(), name))
  if (error) throw error
  if (page === undefined) return <Spinner>{t('Loading...')}</Spinner>
  if (page === null) return missing
  return (
    <TextLayout
      title={page.title}
      searchTitle={page.searchTitle}
      description={page.searchDescription || undefined}
      address={pageAddress(name)}
      updated={isPolicy(name) ? formatDay(page.updatedAt, 'long') : undefined}
      crop={crop}
    >
      <RichText html={page.html} className="" />
    </TextLayout>
  )
}
