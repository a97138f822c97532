import { type ClipboardEvent, type KeyboardEvent, useLayoutEffect, useState } from 'react'
import { OPTIONS_MAX, variantTitle } from '#contract/catalog/variants.ts'
import { rejectionMessage, useSetVariants } from '../../admin/changes.tsx'
import { readAmount } from '../../admin/typed-amount.ts'
import { useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Rejection } from '../../ui/notice.tsx'
import * as model from './variant-rows.ts'

/** Number of rows shown at first, and added by each click on the button. */
const ROWS = 50
/** Maximum number of combinations generated here. An import can create more. */
const COMBINATIONS = 200
const TOO_MANY = `These values make more than ${COMBINATIONS} variants.`

const TITLES: Record<model.TextColumn, string> = {
  price: 'Price',
  oldPrice: 'Old price',
  stock: 'Stock',
  sku: 'SKU',
  barcode: 'Barcode',
}

/** The options of a product and a grid of its variants, saved separately from the product's form. */
export function VariantEditor({
  product: current,
  onDirty,
  onSaved,
}: {
  product: model.AdminProduct
  onDirty(isDirty: boolean): void
  onSaved(product: model.AdminProduct): void
}) {
  // A change by another admin while this admin types is an edit conflict.
  const [product] = useState(current)
  const [options, setOptions] = useState(() => model.typedOptions(product))
  const [rows, setRows] = useState(() => model.rowsOf(product))
  const [isDirty, setDirty] = useState(false)
  const [isTooMany, setTooMany] = useState(false)
  const { currency } = useFormats()
  const save = useSetVariants()
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])

  const [combined, setCombined] = useState(options)
  const changeOptions = (changed: model.TypedOption[]) => {
    setDirty(true)
    setOptions(changed)
  }
  // Runs when the field is left instead of on each key press, because half a value isn't a different value.
  const combine = () => {
    const next = model.combine(options, model.renameValues(combined, options, rows))
    setTooMany(next.length > COMBINATIONS && next.length > rows.length)
    if (next.length > COMBINATIONS && next.length > rows.length) return
    setRows(next)
    setCombined(options)
  }
  const changeRows = (changed: model.VariantRow[]) => {
    setDirty(true)
    setRows(changed)
  }
  const send = () => {
    const input = model.inputOf(product, options, rows, (text) => readAmount(text, currency))
    save.mutate({ id: product.id, version: product.version, ...input }, { onSuccess: onSaved })
  }
  const hasOptions = rows.some(({ optionValues }) => optionValues.length > 0)
  return (
    <section aria-labelledby="variants" className="mt-10 border-hairline border-t pt-4">
      <h3 id="variants" className="text-xl">
        Options and variants
      </h3>
      <p className="mt-1 text-muted text-sm">
        For example, Color with the values Gray and Blue. Each combination has its own price and stock.
        Removing a value archives its variants.
      </p>
      <div className="mt-4 space-y-3">
        {options.map((option, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while it is typed
          <div key={place} className="grid gap-3 sm:grid-cols-2">
            <Field
              label={`Option ${place + 1}`}
              value={option.name}
              onBlur={combine}
              onChange={({ target }) => changeOptions(options.with(place, { ...option, name: target.value }))}
            />
            <Field
              label={`Values of option ${place + 1}`}
              hint="Separated by commas. Leave name and values empty to remove the option."
              value={option.values}
              error={isTooMany ? TOO_MANY : undefined}
              onBlur={combine}
              onChange={({ target }) =>
                changeOptions(options.with(place, { ...option, values: target.value }))
              }
            />
          </div>
        ))}
        {options.length < OPTIONS_MAX && (
          <Button look="outline" onClick={() => setOptions([...options, { name: '', values: '' }])}>
            Add option
          </Button>
        )}
      </div>
      {hasOptions && <Grid rows={rows} images={product.images} onChange={changeRows} />}
      <Rejection>{rejectionMessage(save.error)}</Rejection>
      {isDirty && !isTooMany && (
        <Button className="mt-4" isBusy={save.isPending} onClick={send}>
          Save variants
        </Button>
      )}
    </section>
  )
}

/**
 * Arrow keys move between rows, pasted lines fill the rows below, and a button fills a column with the value of its
 * first cell.
 */
function Grid({
  rows,
  images,
  onChange,
}: {
  rows: model.VariantRow[]
  images: model.AdminProduct['images']
  onChange(rows: model.VariantRow[]): void
}) {
  const [shown, setShown] = useState(ROWS)
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
  return (
    <div className="mt-5 overflow-x-auto">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Variants</caption>
        <thead>
          <tr>
            <th scope="col" className="p-1 font-medium">
              Variant
            </th>
            {model.TEXT_COLUMNS.map((column) => (
              <th key={column} scope="col" className="p-1 font-medium">
                {TITLES[column]}
                {(column === 'price' || column === 'oldPrice' || column === 'stock') && rows.length > 1 && (
                  <button
                    type="button"
                    aria-label={`Fill ${TITLES[column]} down`}
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
          {rows.slice(0, shown).map((row, index) => {
            const title = variantTitle(row.optionValues)
            return (
              <tr key={title}>
                <th scope="row" className="whitespace-nowrap p-1 font-normal">
                  {title}
                </th>
                {model.TEXT_COLUMNS.map((column) => (
                  <td key={column} className="p-1">
                    <input
                      aria-label={`${TITLES[column]} of ${title}`}
                      value={row[column]}
                      inputMode={column === 'sku' ? 'text' : 'decimal'}
                      className="min-h-11 w-24 rounded-field border border-control bg-surface px-2"
                      onChange={({ target }) => change(index, { [column]: target.value })}
                      onPaste={(event) => paste(event, index, column)}
                      onKeyDown={moveBetweenRows}
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
                  <select
                    aria-label={`Image of ${title}`}
                    value={row.image}
                    className="min-h-11 rounded-field border border-control bg-surface px-2"
                    onChange={({ target }) => change(index, { image: target.value })}
                  >
                    <option value="">Main image</option>
                    {images.map(({ url, alt }, place) => (
                      <option key={url} value={url}>
                        {alt || `Image ${place + 1}`}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length > shown && (
        <Button look="outline" className="mt-3" onClick={() => setShown(shown + ROWS)}>
          Show more variants
        </Button>
      )}
    </div>
  )
}

/** Moves the focus to the same column of the row above or below. */
function moveBetweenRows(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
  const cell = event.currentTarget.closest('td')
  const row = cell?.parentElement
  const target = event.key === 'ArrowUp' ? row?.previousElementSibling : row?.nextElementSibling
  const input = (target as HTMLTableRowElement | null)?.cells[cell?.cellIndex ?? 0]?.querySelector('input')
  if (!input) return
  event.preventDefault()
  input.focus()
  input.select()
}
