import { useCallback, useLayoutEffect, useMemo, useState } from 'react'
import { OPTIONS_MAX } from '#contract/catalog/variants.ts'
import { rejectionMessage, useSetVariants } from '../../admin/changes.tsx'
import { amountProblem, readAmount, readDecimal, showNumbers } from '../../admin/typed-amount.ts'
import { ApiError } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import { SyncedVariants } from './synced-fields.tsx'
import { VariantGrid } from './variant-grid.tsx'
import * as model from './variant-rows.ts'

/** Maximum number of combinations generated here. An import can create more. */
const COMBINATIONS = 200
const TOO_MANY = `These values make more than ${COMBINATIONS} variants.`

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
  const { options, combined, rows, rejected, isDirty, isTooMany, save, ...form } = useVariants(
    product,
    onSaved,
  )
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])
  return (
    <section aria-labelledby="variants" className="mt-10 border-hairline border-t pt-4">
      <h3 id="variants" className="text-lg">
        Options and variants
      </h3>
      <p className="mt-1 text-muted text-sm">
        For example, Color with the values Gray and Blue. Each combination has its own price and stock.
        Removing a value archives its variants.
      </p>
      <SyncedVariants productId={product.id} />
      <div className="mt-4 space-y-3">
        <OptionFields
          options={options}
          error={isTooMany ? TOO_MANY : undefined}
          onBlur={form.combine}
          onChange={form.changeOptions}
        />
        {options.length < OPTIONS_MAX && (
          <Button look="outline" onClick={form.addOption}>
            Add option
          </Button>
        )}
      </div>
      {rows.some(({ optionValues }) => optionValues.length > 0) && (
        <VariantGrid
          rows={rows}
          options={combined}
          images={product.images}
          weightUnit={product.weightUnit}
          rejected={rejected.cells}
          onChange={form.changeRows}
        />
      )}
      <Rejection>
        {rejected.messages.length > 0 ? <Messages all={rejected.messages} /> : rejectionMessage(save.error)}
      </Rejection>
      {isDirty && !isTooMany && (
        <Button className="mt-4" isBusy={save.isPending} onClick={form.send}>
          Save variants
        </Button>
      )}
    </section>
  )
}

/** Returns the entered options and variants, what changes them, and the mutation that saves them. */
function useVariants(product: model.AdminProduct, onSaved: (product: model.AdminProduct) => void) {
  const [options, setOptions] = useState(() => model.typedOptions(product))
  const formats = useFormats()
  const { locale } = formats
  const [rows, setRows] = useState(() =>
    model.rowsOf(product).map((row) => showNumbers(row, ['price', 'oldPrice', 'weight'], locale)),
  )
  const [isDirty, setDirty] = useState(false)
  const [isTooMany, setTooMany] = useState(false)
  const save = useSetVariants()

  const [combined, setCombined] = useState(options)
  const changeOptions = (changed: model.TypedOption[]) => {
    setDirty(true)
    setOptions(changed)
  }
  const addOption = () => setOptions([...options, { name: '', values: '' }])
  // Runs when the field is left instead of on each key press, because half a value isn't a different value.
  const combine = () => {
    const next = model.combine(options, model.renameValues(combined, options, rows))
    setTooMany(next.length > COMBINATIONS && next.length > rows.length)
    if (next.length > COMBINATIONS && next.length > rows.length) return
    setRows(next)
    setCombined(options)
  }
  const changeRows = useCallback((update: (rows: model.VariantRow[]) => model.VariantRow[]) => {
    setDirty(true)
    setRows(update)
  }, [])
  const [sent, setSent] = useState<model.VariantRow[]>([])
  const rejected = useMemo(
    () =>
      model.rejectedCells(save.error instanceof ApiError ? save.error.errors : [], sent, (text) =>
        amountProblem(text, formats),
      ),
    [save.error, sent, formats],
  )
  const send = () => {
    setSent(rows)
    const input = model.inputOf(product, options, rows, {
      price: (text) => readAmount(text, formats),
      weight: (text) => readDecimal(text, locale),
    })
    save.mutate({ id: product.id, version: product.version, ...input }, { onSuccess: onSaved })
  }
  return {
    options,
    /** The options of the rows. */
    combined,
    rows,
    rejected,
    isDirty,
    isTooMany,
    save,
    changeOptions,
    addOption,
    combine,
    changeRows,
    send,
  }
}

function OptionFields({
  options,
  error,
  onBlur,
  onChange,
}: {
  options: model.TypedOption[]
  error: string | undefined
  onBlur(): void
  onChange(options: model.TypedOption[]): void
}) {
  return (
    <>
      {options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while it is typed
        <div key={place} className="grid gap-3 sm:grid-cols-2">
          <Field
            label={`Option ${place + 1}`}
            value={option.name}
            onBlur={onBlur}
            onChange={({ target }) => onChange(options.with(place, { ...option, name: target.value }))}
          />
          <Field
            label={`Values of option ${place + 1}`}
            hint="Separated by commas. Put a value with a comma in quotes. Leave the name and values empty to remove the option."
            value={option.values}
            error={error}
            onBlur={onBlur}
            onChange={({ target }) => onChange(options.with(place, { ...option, values: target.value }))}
          />
        </div>
      ))}
    </>
  )
}

/** The first messages. Pasting a wrong column can cause hundreds. */
function Messages({ all }: { all: string[] }) {
  const more = all.length - MESSAGES_MAX
  return (
    <>
      {all.slice(0, MESSAGES_MAX).map((message) => (
        <span key={message} className="block">
          {message}
        </span>
      ))}
      {more > 0 && <span className="block">{`${more.toLocaleString('en-US')} more`}</span>}
    </>
  )
}

const MESSAGES_MAX = 5
