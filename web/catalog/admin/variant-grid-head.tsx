import { useMemo } from 'react'
import { t } from '#contract/language/language.ts'
import * as model from './variant-rows.ts'

/** Minimum and maximum width of the column with the titles, in characters. Longer titles are cut off. */
const [TITLE_MIN, TITLE_MAX] = [8, 28]
/** Width of the columns in a long grid, except that of the titles. */
export const OTHER_WIDTHS = { chosen: '2.25rem', inStock: '3.5rem', image: '12rem', sum: '55rem' }

/** Returns the width of the column with the titles. */
export function useTitleWidth(titles: string[]): string {
  const longest = useMemo(() => Math.max(...titles.map(({ length }) => length)), [titles])
  return `${Math.min(Math.max(longest, TITLE_MIN), TITLE_MAX)}ch`
}

/** The titles of the columns, a checkbox that chooses all variants, and buttons that fill a column. */
export function VariantGridHead({
  titleWidth,
  weightUnit,
  contentUnit,
  isAllChosen,
  onChooseAll,
  onFill,
}: {
  titleWidth: string
  weightUnit: string | null
  contentUnit: string | null
  isAllChosen: boolean
  onChooseAll(isChosen: boolean): void
  /** Fills a column with its first cell. Undefined if there is only one row. */
  onFill: ((column: model.TextColumn) => void) | undefined
}) {
  return (
    <tr aria-rowindex={1}>
      <th scope="col" className="p-1" style={{ width: OTHER_WIDTHS.chosen }}>
        <input
          type="checkbox"
          aria-label={t('Choose all variants')}
          checked={isAllChosen}
          className="block size-6 accent-(--accent)"
          onChange={({ target }) => onChooseAll(target.checked)}
        />
      </th>
      <th scope="col" className="p-1 font-medium" style={{ width: `calc(${titleWidth} + 0.5rem)` }}>
        {t('Variant')}
      </th>
      {model.columnsOf(contentUnit !== null).map((column) => (
        <th key={column} scope="col" className="p-1 font-medium">
          {model.TITLES[column]}
          {column === 'weight' && weightUnit && ` (${weightUnit})`}
          {column === 'content' && ` (${contentUnit})`}
          {model.isBulkColumn(column) && onFill && (
            <button
              type="button"
              aria-label={t('Fill {column} down', { column: model.TITLES[column] })}
              className="tap ml-2 min-h-6 min-w-6 underline underline-offset-4"
              onClick={() => onFill(column)}
            >
              {t('Fill')}
            </button>
          )}
        </th>
      ))}
      <th scope="col" className="p-1 font-medium" style={{ width: OTHER_WIDTHS.inStock }}>
        {t('In stock')}
      </th>
      <th scope="col" className="p-1 font-medium" style={{ width: OTHER_WIDTHS.image }}>
        {t('Image')}
      </th>
    </tr>
  )
}
