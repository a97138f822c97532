import { useCallback, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { amountProblem, readAmount, readDecimal, showNumbers } from '../../admin/typed-amount.ts'
import { useFormats } from '../../platform/formats.ts'
import type { ProductValues } from './product-values.ts'
import { type TypedOption, typedOptions } from './typed-options.ts'
import * as model from './variant-rows.ts'

/** Maximum number of combinations generated here. An import can create more. */
export const COMBINATIONS = 200

type Problem = { path: string; message: string }

/**
 * The entered options and variants of the form's product, and what changes them. Without options, the only variant is in
 * the form's own fields.
 * @param product the product to edit, or undefined for a new one @param copied the product that a new one begins with
 */
export function useVariants(
  form: UseFormReturn<ProductValues>,
  product: model.AdminProduct | undefined,
  copied: model.AdminProduct | undefined,
) {
  const formats = useFormats()
  const shownRows = (of: model.AdminProduct) =>
    model
      .rowsOf(of)
      .map((row) => showNumbers(row, ['price', 'oldPrice', 'weight', 'content'], formats.locale))
  // A change by another admin while this admin types is an edit conflict.
  const [stored, setStored] = useState(product)
  const [options, setOptions] = useState(() => typedOptions(product ?? copied))
  const [combined, setCombined] = useState(options)
  const [rows, setRows] = useState(() =>
    product ? shownRows(product) : copied ? shownRows(copied).map(model.copyOf) : [model.BLANK_ROW],
  )
  const hasOptions = rows.some(({ optionValues }) => optionValues.length > 0)
  const [isDirty, setDirty] = useState(product === undefined && hasOptions)
  const [isTooMany, setTooMany] = useState(false)

  // Runs when the field is left instead of on each key press, because half a value isn't a different value.
  function combine() {
    const current = hasOptions ? rows : rows.map((row) => ({ ...row, ...cellsOf(form.getValues()) }))
    const next = model.combine(options, model.renameValues(combined, options, current))
    const isMore = next.length > COMBINATIONS && next.length > rows.length
    setTooMany(isMore)
    if (isMore) return
    setRows(next)
    setCombined(options)
    const [only] = next
    if (hasOptions && only?.optionValues.length === 0)
      for (const [name, value] of Object.entries(valuesOf(only)))
        form.setValue(name as keyof ProductValues, value, { shouldDirty: true })
  }
  const changeRows = useCallback((update: (rows: model.VariantRow[]) => model.VariantRow[]) => {
    setDirty(true)
    setRows(update)
  }, [])

  const [sent, setSent] = useState<model.VariantRow[]>([])
  const [problems, setProblems] = useState<Problem[]>([])
  const rejected = useMemo(
    () => model.rejectedCells(problems, sent, (text) => amountProblem(text, formats)),
    [problems, sent, formats],
  )
  return {
    options,
    /** The options of the rows. */
    combined,
    rows,
    rejected,
    hasOptions,
    isDirty,
    isTooMany,
    combine,
    changeRows,
    changeOptions(changed: TypedOption[]) {
      setDirty(true)
      setOptions(changed)
    },
    addOption: () => setOptions([...options, { name: '', values: '' }]),
    /** Returns what to save, or undefined if nothing was changed. */
    send() {
      setProblems([])
      if (!isDirty) return undefined
      const whole = hasOptions ? {} : cellsOf(form.getValues())
      const saved = rows.map((row) => ({ ...row, ...whole }))
      setSent(rows)
      return model.inputOf(stored, options, saved, {
        price: (text) => readAmount(text, formats),
        decimal: (text) => readDecimal(text, formats.locale),
      })
    },
    /** Returns the form's fields of a new product whose variants have their own. */
    firstCells(): Partial<ProductValues> {
      const [first] = rows
      if (!hasOptions || !first) return {}
      return { price: first.price, oldPrice: '', stockQuantity: first.stock, sku: '', barcode: '' }
    },
    reject: setProblems,
    /** Begins again with the saved product. */
    see(saved: model.AdminProduct) {
      setStored(saved)
      setRows(shownRows(saved))
      setOptions(typedOptions(saved))
      setCombined(typedOptions(saved))
      setDirty(false)
    },
    /** Continues from the product as another admin saved it. Cells that weren't edited here get its values. */
    rebase(now: model.AdminProduct) {
      const before = stored && shownRows(stored)
      setRows(isDirty && before ? model.rebased(rows, before, shownRows(now)) : shownRows(now))
      if (!isDirty) {
        setOptions(typedOptions(now))
        setCombined(typedOptions(now))
      }
      setStored(now)
    },
  }
}

/** The form's fields as the cells of the only variant. */
const cellsOf = ({ price, oldPrice, stockQuantity, inStock, sku, barcode }: ProductValues) => ({
  price,
  oldPrice,
  inStock,
  sku,
  barcode,
  stock: stockQuantity,
})

const valuesOf = ({ price, oldPrice, stock, inStock, sku, barcode }: model.VariantRow) => ({
  price,
  oldPrice,
  inStock,
  sku,
  barcode,
  stockQuantity: stock,
})
