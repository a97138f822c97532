import type { ComponentType, ReactNode } from 'react'
import type { OriginalPageName } from '#contract/pages/names.ts'
import { FIXED_PAGES, pageAddress } from '#contract/pages/rules.ts'
import { POLICIES_UPDATED } from '#contract/policies.ts'
import { useApi } from '../platform/api.ts'
import { useQuery } from '../platform/use-query.ts'
import { shopInfoQuery } from '../settings/shop-info.tsx'
import { OwnPage } from './own-page.tsx'
import { TextLayout } from './text-layout.tsx'
import { useReturnDays } from './text-values.tsx'

/** A page with a text in the code, which is shown until the store owner edits it. */
export type OriginalPage = {
  name: OriginalPageName
  description: string | ((returnDays: number) => string)
  /** The part of the shop's photograph above the title, as in CSS. */
  crop?: string
  Text: ComponentType
}

/** A page with its original text, or the one that the store owner replaced it with. `missing` is for unpublished pages. */
export function TextPage({ page, missing }: { page: OriginalPage; missing: ReactNode }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const returnDays = useReturnDays()
  if (shop?.ownTexts?.includes(page.name))
    return <OwnPage name={page.name} crop={page.crop} missing={missing} />
  return (
    <TextLayout {...originalParts(page, returnDays)}>
      <page.Text />
    </TextLayout>
  )
}

/** Returns what the layout of an original page shows around its text. */
export function originalParts({ name, description: written, crop }: OriginalPage, returnDays: number) {
  const description = typeof written === 'string' ? written : written(returnDays)
  const { title, isPolicy } = FIXED_PAGES[name]
  return { title, description, address: pageAddress(name), updated: isPolicy && POLICIES_UPDATED, crop }
}
