import { formatMoney } from '#contract/money.ts'
import type { AnswerOf } from '../../../platform/api.ts'

export type Preview = AnswerOf<'POST /api/admin/products/bulk-edit/preview'>

type Facts = Preview['changes'][number]['before']

export const countOf = (count: number) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'product' : 'products'}`

export const FLAGS = {
  isNew: 'New',
  isFeatured: 'Featured',
  isOnSale: 'On sale',
  inStock: 'In stock',
} as const

/** What changes of one product: each field's name, and its value before and after. */
export function wordsOf(
  { before, after }: { before: Facts; after: Facts },
  categories: { id: number; name: string }[],
): { field: string; was: string; becomes: string }[] {
  const categoryOf = (wanted?: number) => categories.find(({ id }) => id === wanted)?.name ?? `No. ${wanted}`
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
    ...flags.map((flag) => ({ field: FLAGS[flag], was: yesNo(before[flag]), becomes: yesNo(after[flag]) })),
  ]
}

const yesNo = (flag?: boolean) => (flag ? 'yes' : 'no')
