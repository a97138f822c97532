import { type ClipboardEvent, type KeyboardEvent, memo } from 'react'
import { t } from '#contract/language/language.ts'
import { Picture } from '../../ui/picture.tsx'
import { dropOf } from './draggable-images.tsx'
import { ROW_PX } from './rows-in-sight.ts'
import * as model from './variant-rows.ts'

/** The actions of a row's cells. They are stable, so a change renders only the changed rows. */
export type RowActions = {
  change(index: number, cells: Partial<model.VariantRow>): void
  paste(event: ClipboardEvent, index: number, column: model.TextColumn): void
  choose(titles: string[], isChosen: boolean): void
  focusRow(event: KeyboardEvent<HTMLInputElement>, index: number): void
  setFocused(index: number): void
}

/** A variant in the grid, with its position and title. */
export const VariantGridRow = memo(function VariantGridRow({
  row,
  index,
  title,
  hasContent,
  isChosen,
  images,
  rejected = [],
  actions: { change, paste, choose, focusRow, setFocused },
}: {
  row: model.VariantRow
  index: number
  title: string
  hasContent: boolean
  isChosen: boolean
  images: model.AdminProduct['images']
  /** Cells that the server rejected. */
  rejected?: readonly model.TextColumn[]
  actions: RowActions
}) {
  return (
    <tr
      data-row={index}
      aria-rowindex={index + 2}
      style={{ height: ROW_PX }}
      onFocus={() => setFocused(index)}
      {...dropOf(images, (image) => change(index, { image }))}
      className="data-over:bg-hairline"
    >
      <td className="p-1">
        <input
          type="checkbox"
          aria-label={t('Choose {title}', { title })}
          checked={isChosen}
          className="block size-6 accent-(--accent)"
          onChange={({ target }) => choose([title], target.checked)}
        />
      </td>
      <th scope="row" title={title} className="truncate p-1 font-normal">
        {title}
      </th>
      {model.columnsOf(hasContent).map((column) => (
        <td key={column} className="p-1">
          <input
            aria-label={t('{column} of {title}', { column: model.TITLES[column], title })}
            aria-invalid={rejected.includes(column) || undefined}
            value={row[column]}
            inputMode={column === 'sku' ? 'text' : 'decimal'}
            className={`min-h-11 rounded-field border border-control bg-surface px-2 aria-invalid:border-sale ${column === 'sku' || column === 'barcode' ? 'w-28' : 'w-20'}`}
            // The header covers the top of a grid that scrolls.
            style={{ scrollMarginTop: ROW_PX }}
            onChange={({ target }) => change(index, { [column]: target.value })}
            onPaste={(event) => paste(event, index, column)}
            onKeyDown={(event) => focusRow(event, index)}
          />
        </td>
      ))}
      <td className="p-1">
        <input
          type="checkbox"
          aria-label={t('{title} in stock', { title })}
          checked={row.inStock}
          className="size-6 accent-(--accent)"
          onChange={({ target }) => change(index, { inStock: target.checked })}
        />
      </td>
      <td className="p-1">
        <ImageCell
          title={title}
          images={images}
          url={row.image}
          onChange={(image) => change(index, { image })}
        />
      </td>
    </tr>
  )
})

/** One of the product's images, with a preview. */
function ImageCell({
  title,
  images,
  url,
  onChange,
}: {
  title: string
  images: model.AdminProduct['images']
  url: string
  onChange(url: string): void
}) {
  const image = images.find((one) => one.url === url) ?? images[0]
  return (
    <div className="flex items-center gap-2">
      {image && <Picture {...image} alt="" sizes="40px" className="size-10 rounded-field object-cover" />}
      <select
        aria-label={t('Image of {title}', { title })}
        value={url}
        className="min-h-11 w-32 rounded-field border border-control bg-surface px-2"
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">{t('Main image')}</option>
        {images.map(({ url, alt }, place) => (
          <option key={url} value={url}>
            {alt || t('Image {number}', { number: place + 1 })}
          </option>
        ))}
      </select>
    </div>
  )
}
