import { useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/language/language.ts'
import { refetchCatalog } from '../../../admin/queries.ts'
import { type InputOf, type ResponseOf, useApi } from '../../../platform/api.ts'
import { type Formats, useFormats } from '../../../platform/formats.ts'
import { useMutation } from '../../../platform/use-query.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { productCount } from './bulk-actions.ts'

type Asked = InputOf<'POST /api/admin/products/bulk-edit/preview'>
export type BulkChoice = Asked['choice']
export type BulkChanges = Asked['changes']

/** Previews a bulk edit, keeps the preview, and applies exactly the previewed changes. */
export function useBulkEdit(choice: BulkChoice, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const formats = useFormats()
  const preview = useMutation({
    mutationFn: (changes: BulkChanges) =>
      api.call('POST /api/admin/products/bulk-edit/preview', { choice, changes }),
  })
  const apply = useMutation({
    mutationFn: () =>
      api.call('POST /api/admin/products/bulk-edit', {
        products: (preview.data?.changes ?? []).map(({ id, version }) => ({ id, version })),
        changes: preview.variables ?? {},
      }),
    onSuccess: ({ changed }) => {
      showToast(t('Products updated'), t('{changed} updated.', { changed: productCount(changed, formats) }))
      onDone()
      return refetchCatalog(queryClient)
    },
  })
  return { preview, apply }
}

export type Preview = ResponseOf<'POST /api/admin/products/bulk-edit/preview'>

type Facts = Preview['changes'][number]['before']

export const FLAGS = {
  isNew: 'New',
  isFeatured: 'Featured',
  isOnSale: 'On sale',
  inStock: 'In stock',
} as const

/** Returns a product's changed fields with their values before and after. */
export function wordsOf(
  { before, after }: { before: Facts; after: Facts },
  categories: { id: number; name: string }[],
  { formatMoney }: Formats,
): { field: string; was: string; becomes: string }[] {
  const categoryOf = (wanted?: number) => categories.find(({ id }) => id === wanted)?.name ?? `#${wanted}`
  const money = (amount?: string | null) => (amount ? formatMoney(amount) : 'none')
  const flags = (Object.keys(FLAGS) as (keyof typeof FLAGS)[]).filter((flag) => after[flag] !== undefined)
  return [
    ...('price' in after ? [{ field: 'Price', was: money(before.price), becomes: money(after.price) }] : []),
    ...('oldPrice' in after
      ? [{ field: 'Old price', was: money(before.oldPrice), becomes: money(after.oldPrice) }]
      : []),
    ...('categoryId' in after
      ? [{ field: 'Category', was: categoryOf(before.categoryId), becomes: categoryOf(after.categoryId) }]
      : []),
    ...('taxClass' in after
      ? [
          {
            field: 'Tax class',
            was: before.taxClass ?? CATEGORY_CLASS,
            becomes: after.taxClass ?? CATEGORY_CLASS,
          },
        ]
      : []),
    ...flags.map((flag) => ({ field: FLAGS[flag], was: yesNo(before[flag]), becomes: yesNo(after[flag]) })),
  ]
}

/** Products without their own tax class have the category's. */
const CATEGORY_CLASS = 'as the category'

const yesNo = (flag?: boolean) => (flag ? 'yes' : 'no')
