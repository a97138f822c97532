import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { WEIGHT_UNITS } from '#contract/catalog/rules.ts'
import { readAmount, suchAs } from '../../admin/typed-amount.ts'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { currencyName, useFormats } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { shopInfoQuery } from '../../settings/shop-info.tsx'
import { Checkbox, Field, Select } from '../../ui/field.tsx'
import { listCategoriesQuery } from '../queries.ts'
import { DescriptionField } from './description-field.tsx'
import { ImageList } from './image-list.tsx'
import { LABELS, type ProductValues } from './product-values.ts'
import { SyncMark, useSyncMark } from './synced-fields.tsx'
import { TaxClassSelect } from './tax-class-select.tsx'

type AdminProduct = ResponseOf<'GET /api/admin/products/:id'>

const hasOptions = (product: AdminProduct | undefined) => (product?.options.length ?? 0) > 0

type TextName = Exclude<keyof ProductValues, 'images' | 'isNew' | 'isFeatured' | 'isOnSale' | 'inStock'>

/** Name, slug, category, description, and images. */
export function AboutFields() {
  const { watch } = useFormContext<ProductValues>()
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const field = useTextField()
  return (
    <Group title="Details">
      <div className="sm:col-span-2">
        <Field {...field('name')} />
      </div>
      <Field
        {...field('slug', 'The end of the product’s URL, such as oak-tray. Leave empty to use its ID.')}
      />
      <Select {...field('categoryId')} value={watch('categoryId')}>
        <option value="">Select a category</option>
        {categories.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div className="sm:col-span-2">
        <DescriptionField />
        <SyncMark name="description" />
      </div>
      <div className="sm:col-span-2">
        <ImageList />
        <SyncMark name="images" />
      </div>
    </Group>
  )
}

/** @param product the product, whose variants have their own prices if it has options */
export function PriceFields({ product }: { product?: AdminProduct }) {
  const formats = useFormats()
  const field = useTextField()
  return (
    <Group title="Price">
      {hasOptions(product) ? (
        <p className="text-muted sm:col-span-2">Each variant has its own price and stock. See below.</p>
      ) : (
        <>
          <Field
            {...field('price', `In ${currencyName(formats.currency)}${suchAs(formats)}.`)}
            inputMode="decimal"
          />
          <Field
            {...field('oldPrice', 'Crossed out next to the price. Leave empty for none.')}
            inputMode="decimal"
          />
        </>
      )}
      <TaxClassSelect {...field('taxClass')} none="Same as category" />
    </Group>
  )
}

/** @param product determines the reserved stock, and whether the rating is computed from reviews */
export function StockFields({ product }: { product?: AdminProduct }) {
  const field = useTextField()
  const isComputed = product?.hasReviews === true
  const computed = isComputed ? 'Calculated from this product’s reviews.' : undefined
  const reservedNote = product && product.held > 0 ? ` ${product.held} reserved for unpaid orders.` : ''
  return (
    <Group title="Stock and rating">
      {!hasOptions(product) && (
        <>
          <Field {...field('sku', 'Your code for this product. Shown to shoppers.')} />
          <Field {...field('barcode', 'Its EAN, UPC, or ISBN.')} inputMode="numeric" />
          <Field
            {...field('stockQuantity', `Leave empty if you don’t track stock.${reservedNote}`)}
            inputMode="numeric"
          />
          <div className="flex items-center sm:pt-6">
            <FlagBox name="inStock" />
          </div>
        </>
      )}
      <Field
        {...field('rating')}
        inputMode="decimal"
        readOnly={isComputed}
        hint={
          computed ??
          'From 0 to 5. Used for filtering and sorting until the first review. Not shown to shoppers, who see only stars from reviews.'
        }
      />
      <Field
        {...field('reviewCount')}
        inputMode="numeric"
        readOnly={isComputed}
        hint={computed ?? 'Not shown to shoppers, who see only the number of real reviews.'}
      />
    </Group>
  )
}

export function FlagFields() {
  const field = useTextField()
  return (
    <Group title="Visibility">
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1 sm:col-span-2">
        <legend className="sr-only">Labels and placement</legend>
        <FlagBox name="isNew" />
        <FlagBox name="isFeatured" />
        <FlagBox name="isOnSale" />
        <div className="basis-full">
          <SyncMark name="isOnSale" isNamed />
        </div>
      </fieldset>
      <div className="sm:col-span-2">
        <Field {...field('colors', 'Separated by commas, such as black, walnut.')} />
      </div>
    </Group>
  )
}

export function ShippingFields() {
  const field = useTextField()
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const formats = useFormats()
  const { formatMoney, parseCents } = formats
  const cost = parseCents(readAmount(useFormContext<ProductValues>().watch('shippingCost'), formats))
  const rates = shop?.hasZones
    ? 'the rates of your shipping zones'
    : `the flat rate of ${shop ? formatMoney(shop.shippingRate) : ''}`
  const isOther = cost !== null && cost !== 0 && cost !== parseCents(shop?.shippingRate ?? '')
  return (
    <Group title="Shipping">
      <Field {...field('shippingDays')} inputMode="numeric" hint="Business days." />
      <Field
        {...field('shippingCost')}
        inputMode="decimal"
        hint={
          isOther
            ? `The product page will show this, but the cart charges ${rates}.`
            : `Leave empty for ${rates}. Enter 0 for free shipping.`
        }
      />
      <Field {...field('weight')} inputMode="decimal" />
      <Field {...field('weightUnit')} list="weight-units" />
      <datalist id="weight-units">
        {WEIGHT_UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
    </Group>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-4 text-lg">{title}</h3>
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}

function FlagBox({ name }: { name: 'isNew' | 'isFeatured' | 'isOnSale' | 'inStock' }) {
  const { register } = useFormContext<ProductValues>()
  return <Checkbox label={LABELS[name]} {...register(name)} />
}

/** Returns a function for the props of a text field. */
function useTextField() {
  const { register, formState } = useFormContext<ProductValues>()
  const markOf = useSyncMark()
  return (name: TextName, hint?: string) => ({
    label: LABELS[name],
    hint: [hint, markOf(name)].filter(Boolean).join(' '),
    error: formState.errors[name]?.message,
    ...register(name),
  })
}
