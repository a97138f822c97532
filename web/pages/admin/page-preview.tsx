import type { ReactNode } from 'react'
import { t } from '#contract/language/language.ts'
import { isOriginalPage, isPolicy } from '#contract/pages/rules.ts'
import { Preview } from '../../admin/preview.tsx'
import { useDates } from '../../platform/dates.ts'
import { RichText } from '../../ui/rich-text.tsx'
import { ORIGINALS } from '../originals.ts'
import { TextArticle } from '../text-layout.tsx'
import { originalParts } from '../text-page.tsx'
import { useReturnDays } from '../text-values.tsx'

/** Shows a text as the real page, with the store's header and footer. `html` null shows the original text. */
export function PagePreview({
  page: { name, title, html, at },
  ...preview
}: {
  title: string
  isOpen: boolean
  onClose(): void
  actions?: ReactNode
  page: { name: string; title: string; html: string | null; at?: string }
}) {
  const { formatDay } = useDates()
  const returnDays = useReturnDays()
  const original = isOriginalPage(name) ? ORIGINALS[name] : null
  const updated = isPolicy(name) ? formatDay(at ?? new Date().toISOString(), 'long') : undefined
  return (
    <Preview {...preview}>
      {html === null && original ? (
        <TextArticle {...originalParts(original, returnDays)}>
          <original.Text />
        </TextArticle>
      ) : (
        <TextArticle title={title || t('Title')} updated={updated} crop={original?.crop}>
          <RichText html={html ?? ''} className="" />
        </TextArticle>
      )}
    </Preview>
  )
}
