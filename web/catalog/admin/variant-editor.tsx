import { useMemo } from 'react'
import { useFormContext } from 'react-hook-form'
import { OPTIONS_MAX } from '#contract/catalog/variants.ts'
import { t } from '#contract/language/language.ts'
import { useFormatCount } from '../../admin/use-format-count.ts'
import { Button } from '../../ui/button.tsx'
import { Rejection } from '../../ui/feedback.tsx'
import { Field } from '../../ui/field.tsx'
import type { ProductValues } from './product-values.ts'
import { SyncedVariants } from './synced-fields.tsx'
import type { TypedOption } from './typed-options.ts'
import { COMBINATIONS, type useVariants } from './use-variants.ts'
import { VariantGrid } from './variant-grid.tsx'
import type * as model from './variant-rows.ts'

const TOO_MANY = `These values make more than ${COMBINATIONS} variants.`

/** The options of the product and a grid of its variants, over the whole width of the form. */
export function VariantEditor({
  variants: { options, combined, rows, rejected, hasOptions, isTooMany, ...actions },
  productId,
}: {
  variants: ReturnType<typeof useVariants>
  productId: number | undefined
}) {
  const { watch } = useFormContext<ProductValues>()
  const [typedImages, weightUnit, contentUnit] = watch(['images', 'weightUnit', 'contentUnit'])
  // Keeps the array until an image changes: another one would render each row of the grid again.
  const key = JSON.stringify(typedImages)
  const images = useMemo(() => imagesOf(key), [key])
  return (
    <section aria-labelledby="variants" className="border-hairline border-t py-8">
      <h2 id="variants" className="text-base">
        {t('Options and variants')}
      </h2>
      <p className="mt-1 max-w-3xl text-muted text-sm">
        {t(
          'For example, Color with the values Gray and Blue. Each combination has its own price and stock. Removing a value archives its variants.',
        )}
      </p>
      {productId !== undefined && <SyncedVariants productId={productId} />}
      <div className="mt-4 max-w-3xl space-y-3">
        <OptionFields
          options={options}
          error={isTooMany ? TOO_MANY : undefined}
          onBlur={actions.combine}
          onChange={actions.changeOptions}
        />
        {options.length < OPTIONS_MAX && (
          <Button look="outline" onClick={actions.addOption}>
            {t('Add option')}
          </Button>
        )}
      </div>
      {hasOptions && (
        <VariantGrid
          rows={rows}
          options={combined}
          images={images}
          weightUnit={weightUnit || null}
          contentUnit={contentUnit || null}
          rejected={rejected.cells}
          onChange={actions.changeRows}
        />
      )}
      <Rejection>{rejected.messages.length > 0 && <Messages all={rejected.messages} />}</Rejection>
    </section>
  )
}

function imagesOf(json: string): model.AdminProduct['images'] {
  const images = JSON.parse(json) as ProductValues['images']
  return images.filter(({ url }) => url !== '').map((image) => ({ ...image, width: null, height: null }))
}

function OptionFields({
  options,
  error,
  onBlur,
  onChange,
}: {
  options: TypedOption[]
  error: string | undefined
  onBlur(): void
  onChange(options: TypedOption[]): void
}) {
  return (
    <>
      {options.map((option, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option has no other identity while it is typed
        <div key={place} className="grid gap-3 sm:grid-cols-2">
          <Field
            label={t('Option {number}', { number: place + 1 })}
            value={option.name}
            onBlur={onBlur}
            onChange={({ target }) => onChange(options.with(place, { ...option, name: target.value }))}
          />
          <Field
            label={t('Values of option {number}', { number: place + 1 })}
            hint={t(
              'Separated by commas. Put a value with a comma in quotes. Leave the name and values empty to remove the option.',
            )}
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
  const formatCount = useFormatCount()
  return (
    <>
      {all.slice(0, MESSAGES_MAX).map((message) => (
        <span key={message} className="block">
          {message}
        </span>
      ))}
      {more > 0 && <span className="block">{t('{more} more', { more: formatCount(more) })}</span>}
    </>
  )
}

const MESSAGES_MAX = 5
