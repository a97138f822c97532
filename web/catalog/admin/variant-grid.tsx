import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { variantTitle } from '#contract/catalog/variants.ts'
import { Picture } from '../../ui/picture.tsx'
import { VariantBulk } from './variant-bulk.tsx'
import * as model from './variant-rows.ts'

/** A longer grid has its own scrollbar, and only the rows in sight are in the document. */
const WHOLE_MAX = 50
/** The least height of a row, which its fields fit into. */
const ROW_PX = 56
/** Rows in the document above and below the first one in sight. */
const [ABOVE, BELOW] = [10, 30]
const PAGE_ROWS = 10

/**
 * The variants of a product. Arrow keys move between rows, pasted lines fill the rows below, a button fills a column with
 * its first cell, and chosen rows are changed together.
 */
export function VariantGrid({
  rows,
  options,
  images,
  onChange,
}: {
  rows: model.VariantRow[]
  options: model.TypedOption[]
  images: model.AdminProduct['images']
  onChange(rows: model.VariantRow[]): void
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isLong, shown, onScroll, focusRow, setFocused } = useRowsInSight(rows.length)
  const change = (index: number, cells: Partial<model.VariantRow>) =>
    onChange(rows.map((row, other) => (other === index ? { ...row, ...cells } : row)))
  const fillDown = (column: model.TextColumn) =>
    onChange(rows.map((row) => ({ ...row, [column]: rows[0]?.[column] ?? '' })))
  const paste = (event: ClipboardEvent, index: number, column: model.TextColumn) => {
    const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/)
    if (lines.length < 2) return
    event.preventDefault()
    onChange(model.pasted(rows, index, column, lines))
  }
  const choose = (titles: string[], isChosen: boolean) => {
    const others = [...chosen].filter((title) => !titles.includes(title))
    setChosen(new Set(isChosen ? [...others, ...titles] : others))
  }
  const titles = rows.map(({ optionValues }) => variantTitle(optionValues))
  const isAllChosen = titles.every((title) => chosen.has(title))
  return (
    <div className="mt-5">
      {rows.length > 1 && (
        <VariantBulk
          options={options}
          chosen={titles.filter((title) => chosen.has(title)).length}
          onApply={(target, column, text) =>
            onChange(
              rows.map((row, index) =>
                model.isTarget(row, target, chosen.has(titles[index] ?? ''))
                  ? { ...row, [column]: text }
                  : row,
              ),
            )
          }
        />
      )}
      <div
        // Focusable, so that the keyboard can scroll it.
        {...(isLong ? { onScroll, role: 'region', tabIndex: 0, 'aria-label': 'Variants' } : {})}
        className="mt-3 overflow-auto"
        style={isLong ? { maxHeight: '70vh' } : undefined}
      >
        <table aria-rowcount={rows.length + 1} className="w-full text-left text-sm">
          <caption className="sr-only">Variants</caption>
          <thead className="sticky top-0 z-10 bg-paper">
            <tr aria-rowindex={1}>
              <td className="p-1">
                <input
                  type="checkbox"
                  aria-label="Choose all variants"
                  checked={isAllChosen}
                  className="size-5 accent-(--accent)"
                  onChange={({ target }) => choose(titles, target.checked)}
                />
              </td>
              <th scope="col" className="p-1 font-medium">
                Variant
              </th>
              {model.TEXT_COLUMNS.map((column) => (
                <th key={column} scope="col" className="p-1 font-medium">
                  {model.TITLES[column]}
                  {model.isBulkColumn(column) && rows.length > 1 && (
                    <button
                      type="button"
                      aria-label={`Fill ${model.TITLES[column]} down`}
                      className="tap ml-2 underline underline-offset-4"
                      onClick={() => fillDown(column)}
                    >
                      Fill
                    </button>
                  )}
                </th>
              ))}
              <th scope="col" className="p-1 font-medium">
                In stock
              </th>
              <th scope="col" className="p-1 font-medium">
                Image
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.flatMap(({ index, gap }) => {
              const row = rows[index]
              const title = titles[index] ?? ''
              if (!row) return <Gap key="end" rows={gap} />
              return [
                gap > 0 && <Gap key={`before ${title}`} rows={gap} />,
                <tr
                  key={title}
                  data-row={index}
                  aria-rowindex={index + 2}
                  style={{ height: ROW_PX }}
                  onFocus={() => setFocused(index)}
                >
                  <td className="p-1">
                    <input
                      type="checkbox"
                      aria-label={`Choose ${title}`}
                      checked={chosen.has(title)}
                      className="size-5 accent-(--accent)"
                      onChange={({ target }) => choose([title], target.checked)}
                    />
                  </td>
                  <th scope="row" className="whitespace-nowrap p-1 font-normal">
                    {title}
                  </th>
                  {model.TEXT_COLUMNS.map((column) => (
                    <td key={column} className="p-1">
                      <input
                        aria-label={`${model.TITLES[column]} of ${title}`}
                        value={row[column]}
                        inputMode={column === 'sku' ? 'text' : 'decimal'}
                        className="min-h-11 w-24 rounded-field border border-control bg-surface px-2"
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
                      aria-label={`${title} in stock`}
                      checked={row.inStock}
                      className="size-5 accent-(--accent)"
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
                </tr>,
              ]
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

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
        aria-label={`Image of ${title}`}
        value={url}
        className="min-h-11 max-w-48 rounded-field border border-control bg-surface px-2"
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="">Main image</option>
        {images.map(({ url, alt }, place) => (
          <option key={url} value={url}>
            {alt || `Image ${place + 1}`}
          </option>
        ))}
      </select>
    </div>
  )
}

/** Takes the place of rows that aren't in the document. */
function Gap({ rows }: { rows: number }) {
  return (
    <tr>
      <td style={{ height: rows * ROW_PX, padding: 0 }} />
    </tr>
  )
}

/**
 * Returns the rows to render of a long grid, each with the number of rows left out before it: those in sight, and the one
 * with the focus, which the keyboard would lose otherwise. The last entry is the space after them.
 */
function useRowsInSight(count: number) {
  const [first, setFirst] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  const isLong = count > WHOLE_MAX
  const [from, to] = isLong ? [Math.max(first - ABOVE, 0), Math.min(first + BELOW, count)] : [0, count]
  const indexes = Array.from({ length: Math.max(to - from, 0) }, (_, place) => from + place)
  if (focused !== null && focused < from) indexes.unshift(focused)
  if (focused !== null && focused >= to && focused < count) indexes.push(focused)
  const shown = [...indexes, count].map((index, place) => ({
    index,
    gap: index - (indexes[place - 1] ?? -1) - 1,
  }))

  /** Moves the focus to the same column of another row, which is rendered first if it is out of sight. */
  const focusRow = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const step = STEPS[event.key]
    const isFirst = event.ctrlKey && event.key === 'Home'
    const isLast = event.ctrlKey && event.key === 'End'
    if (step === undefined && !isFirst && !isLast) return
    const wanted = isFirst ? 0 : isLast ? count - 1 : index + (step ?? 0)
    const target = Math.min(Math.max(wanted, 0), count - 1)
    if (target === index) return
    event.preventDefault()
    const cell = event.currentTarget.closest('td')
    const body = cell?.closest('tbody')
    flushSync(() => setFocused(target))
    const row = body?.querySelector<HTMLTableRowElement>(`[data-row="${target}"]`)
    const input = row?.cells[cell?.cellIndex ?? 0]?.querySelector('input')
    input?.focus()
    input?.select()
  }
  const onScroll = ({ currentTarget }: { currentTarget: HTMLElement }) =>
    // In steps, so that most scroll events render nothing.
    setFirst(Math.floor(currentTarget.scrollTop / ROW_PX / STEP_ROWS) * STEP_ROWS)
  return { isLong, shown, onScroll, focusRow, setFocused }
}

const STEP_ROWS = 5
const STEPS: Record<string, number> = {
  ArrowUp: -1,
  ArrowDown: 1,
  PageUp: -PAGE_ROWS,
  PageDown: PAGE_ROWS,
}
