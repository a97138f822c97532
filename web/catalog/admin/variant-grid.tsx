import { useMemo, useState } from 'react'
import { variantTitle } from '#contract/catalog/variants.ts'
import { DraggableImages } from './draggable-images.tsx'
import { HEIGHT, ROW_PX, useRowsInSight } from './rows-in-sight.ts'
import { VariantBulk } from './variant-bulk.tsx'
import { type RowActions, VariantGridRow } from './variant-grid-row.tsx'
import * as model from './variant-rows.ts'

/** Minimum and maximum width of the column with the titles, in characters. Longer titles are cut off. */
const [TITLE_MIN, TITLE_MAX] = [8, 28]
/** Width of the other columns. */
const OTHERS = { chosen: '2.25rem', inStock: '3.5rem', image: '16rem', sum: '61rem' }

/**
 * The variants of a product. Arrow keys move between rows, pasted lines fill the rows below, a button fills a column with
 * its first cell, and chosen rows are changed together.
 */
export function VariantGrid({
  rows,
  options,
  images,
  weightUnit,
  rejected,
  onChange,
}: {
  rows: model.VariantRow[]
  options: model.TypedOption[]
  images: model.AdminProduct['images']
  weightUnit: string | null
  rejected: model.RejectedCells
  onChange(update: (rows: model.VariantRow[]) => model.VariantRow[]): void
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { isLong, shown, onScroll, focusRow, setFocused } = useRowsInSight(rows.length)
  const titles = useMemo(() => rows.map(({ optionValues }) => variantTitle(optionValues)), [rows])
  const actions = useMemo((): RowActions => {
    return {
      change: (index, cells) =>
        onChange((rows) => rows.map((row, other) => (other === index ? { ...row, ...cells } : row))),
      paste(event, index, column) {
        const lines = event.clipboardData.getData('text').trimEnd().split(/\r?\n/)
        if (lines.length < 2) return
        event.preventDefault()
        onChange((rows) => model.pasted(rows, index, column, lines))
      },
      choose: (titles, isChosen) =>
        setChosen((chosen) => {
          const others = [...chosen].filter((title) => !titles.includes(title))
          return new Set(isChosen ? [...others, ...titles] : others)
        }),
      focusRow,
      setFocused,
    }
  }, [onChange, focusRow, setFocused])
  const fillDown = (column: model.TextColumn) =>
    onChange((rows) => rows.map((row) => ({ ...row, [column]: rows[0]?.[column] ?? '' })))
  const longest = useMemo(() => Math.max(...titles.map(({ length }) => length)), [titles])
  const titleWidth = `${Math.min(Math.max(longest, TITLE_MIN), TITLE_MAX)}ch`
  const isAllChosen = titles.every((title) => chosen.has(title))
  return (
    <div className="mt-5">
      {rows.length > 1 && (
        <VariantBulk
          options={options}
          chosen={titles.filter((title) => chosen.has(title)).length}
          onApply={(target, column, text) =>
            onChange((rows) =>
              rows.map((row, index) =>
                model.isTarget(row, target, chosen.has(titles[index] ?? ''))
                  ? { ...row, [column]: text }
                  : row,
              ),
            )
          }
        />
      )}
      {images.length > 1 && (
        <DraggableImages
          images={images}
          options={options}
          onDrop={(target, image) =>
            onChange((rows) =>
              rows.map((row) => (model.isTarget(row, target, false) ? { ...row, image } : row)),
            )
          }
        />
      )}
      <div
        // Focusable, so that the keyboard can scroll it.
        {...(isLong ? { onScroll, role: 'region', tabIndex: 0, 'aria-label': 'Variants' } : {})}
        className="mt-3 overflow-auto"
        // The size doesn't depend on the rows, so rendering them doesn't lay out the rest of the form.
        style={isLong ? { height: `${HEIGHT * 100}vh`, contain: 'strict' } : undefined}
      >
        <table
          aria-rowcount={rows.length + 1}
          className="w-full text-left text-sm"
          // Columns that fit the rows in sight would move while the grid scrolls.
          style={
            isLong ? { tableLayout: 'fixed', minWidth: `calc(${OTHERS.sum} + ${titleWidth})` } : undefined
          }
        >
          <caption className="sr-only">Variants</caption>
          <thead className="sticky top-0 z-10 bg-paper">
            <tr aria-rowindex={1}>
              <td className="p-1" style={{ width: OTHERS.chosen }}>
                <input
                  type="checkbox"
                  aria-label="Choose all variants"
                  checked={isAllChosen}
                  className="block size-5 accent-(--accent)"
                  onChange={({ target }) => actions.choose(titles, target.checked)}
                />
              </td>
              <th scope="col" className="p-1 font-medium" style={{ width: `calc(${titleWidth} + 0.5rem)` }}>
                Variant
              </th>
              {model.TEXT_COLUMNS.map((column) => (
                <th key={column} scope="col" className="p-1 font-medium">
                  {model.TITLES[column]}
                  {column === 'weight' && weightUnit && ` (${weightUnit})`}
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
              <th scope="col" className="p-1 font-medium" style={{ width: OTHERS.inStock }}>
                In stock
              </th>
              <th scope="col" className="p-1 font-medium" style={{ width: OTHERS.image }}>
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
                <VariantGridRow
                  key={title}
                  row={row}
                  index={index}
                  title={title}
                  isChosen={chosen.has(title)}
                  images={images}
                  rejected={rejected.get(row)}
                  actions={actions}
                />,
              ]
            })}
          </tbody>
        </table>
      </div>
    </div>
  )
}

/** Stands in for rows that aren't in the document. */
function Gap({ rows }: { rows: number }) {
  return (
    <tr>
      <td style={{ height: rows * ROW_PX, padding: 0 }} />
    </tr>
  )
}
