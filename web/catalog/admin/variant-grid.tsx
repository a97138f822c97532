import { useMemo, useState } from 'react'
import { variantTitle } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { DraggableImages } from './draggable-images.tsx'
import { HEIGHT, ROW_PX, useRowsInSight } from './rows-in-sight.ts'
import type { TypedOption } from './typed-options.ts'
import { VariantBulk } from './variant-bulk.tsx'
import { OTHER_WIDTHS, useTitleWidth, VariantGridHead } from './variant-grid-head.tsx'
import { type RowActions, VariantGridRow } from './variant-grid-row.tsx'
import * as model from './variant-rows.ts'

type ChangeRows = (update: (rows: model.VariantRow[]) => model.VariantRow[]) => void

type Props = {
  rows: model.VariantRow[]
  options: TypedOption[]
  images: model.AdminProduct['images']
  weightUnit: string | null
  contentUnit: string | null
  rejected: model.RejectedCells
  onChange: ChangeRows
}

/**
 * The variants of a product. Arrow keys move between rows, pasted lines fill the rows below, a button fills a column with
 * its first cell, and chosen rows are changed together.
 */
export function VariantGrid({ rows, options, images, rejected, onChange, ...units }: Props) {
  const { isLong, shown, onScroll, focusRow, setFocused } = useRowsInSight(rows.length)
  const { chosen, actions } = useRowActions(onChange, focusRow, setFocused)
  const titles = useMemo(() => rows.map(({ optionValues }) => variantTitle(optionValues)), [rows])
  const fillDown = (column: model.TextColumn) =>
    onChange((rows) => rows.map((row) => ({ ...row, [column]: rows[0]?.[column] ?? '' })))
  const titleWidth = useTitleWidth(titles)
  return (
    <div className="mt-5">
      <GridTools
        rows={rows}
        options={options}
        images={images}
        titles={titles}
        chosen={chosen}
        onChange={onChange}
      />
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
            isLong
              ? { tableLayout: 'fixed', minWidth: `calc(${OTHER_WIDTHS.sum} + ${titleWidth})` }
              : undefined
          }
        >
          <caption className="sr-only">{t('Variants')}</caption>
          <thead className="sticky top-0 z-10 bg-paper">
            <VariantGridHead
              titleWidth={titleWidth}
              {...units}
              isAllChosen={titles.every((title) => chosen.has(title))}
              onChooseAll={(isChosen) => actions.choose(titles, isChosen)}
              onFill={rows.length > 1 ? fillDown : undefined}
            />
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
                  hasContent={units.contentUnit !== null}
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

/** Changes many variants at once. */
function GridTools({
  rows,
  options,
  images,
  titles,
  chosen,
  onChange,
}: Pick<Props, 'rows' | 'options' | 'images' | 'onChange'> & {
  titles: string[]
  /** The titles of the chosen variants. */
  chosen: ReadonlySet<string>
}) {
  return (
    <>
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
    </>
  )
}

/** Returns the titles of the chosen rows, and what the cells do. */
function useRowActions(
  onChange: ChangeRows,
  focusRow: RowActions['focusRow'],
  setFocused: RowActions['setFocused'],
) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const actions = useMemo(
    (): RowActions => ({
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
    }),
    [onChange, focusRow, setFocused],
  )
  return { chosen, actions }
}

/** Stands in for rows that aren't in the document. */
function Gap({ rows }: { rows: number }) {
  return (
    <tr>
      <td style={{ height: rows * ROW_PX, padding: 0 }} />
    </tr>
  )
}
