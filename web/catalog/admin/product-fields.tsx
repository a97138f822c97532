import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { WEIGHT_UNITS } from '#contract/catalog/rules.ts'
import { t } from '#contract/language/language.ts'
import { readAmount, suchAs } from '../../admin/typed-amount.ts'
import { useApi } from '../../platform/api.ts'
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

type TextName = Exclude<keyof ProductValues, 'images' | 'isNew' | 'isFeatured' | 'isOnSale' | 'inStock'>

/** Name, slug, category, description, and images. */
export function AboutFields() {
  const { watch } = useFormContext<ProductValues>()
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  const field = useTextField()
  return (
    <FormSection title={t('Details')}>
      <div className="sm:col-span-2">
        <Field {...field('name')} />
      </div>
      <Field
        {...field('slug', 'The end of the product’s URL, such as oak-tray. Leave empty to use its ID.')}
      />
      <Select {...field('categoryId')} value={watch('categoryId')}>
        <option value="">{t('Select a category')}</option>
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
    </FormSection>
  )
}

/** @param hasOptions whether each variant has its own price */
export function PriceFields({ hasOptions }: { hasOptions: boolean }) {
  const formats = useFormats()
  const field = useTextField()
  return (
    <FormSection title={t('Price')}>
      {hasOptions ? (
        <p className="text-muted sm:col-span-2">
          {t('Each variant has its own price and stock. See below.')}
        </p>
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
      <TaxClassSelect {...field('taxClass')} none={t('Same as category')} />
    </FormSection>
  )
}

/** Codes and stock of a product without options. @param held units reserved for unpaid orders */
export function StockFields({ held }: { held: number }) {
  const field = useTextField()
  const reservedNote = held > 0 ? ` ${held} reserved for unpaid orders.` : ''
  return (
    <FormSection title={t('Stock')}>
      <Field {...field('sku', 'Your code for this product. Shown to shoppers.')} />
      <Field {...field('barcode', 'Its EAN, UPC, or ISBN.')} inputMode="numeric" />
      <Field
        {...field('stockQuantity', `Leave empty if you don’t track stock.${reservedNote}`)}
        inputMode="numeric"
      />
      <div className="flex items-center sm:pt-6">
        <FlagBox name="inStock" />
      </div>
    </FormSection>
  )
}

export function FlagFields() {
  const field = useTextField()
  return (
    <FormSection title={t('Visibility')}>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1 sm:col-span-2">
        <legend className="sr-only">{t('Labels and placement')}</legend>
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
    </FormSection>
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
    <FormSection title={t('Shipping')}>
      <Field {...field('shippingDays')} inputMode="numeric" hint={t('Business days.')} />
      <Field
        {...field('shippingCost')}
        inputMode="decimal"
        hint={
          isOther
            ? t('The product page will show this, but the cart charges {rates}.', { rates })
            : t('Leave empty for {rates}. Enter 0 for free shipping.', { rates })
        }
      />
      <Field {...field('weight')} inputMode="decimal" />
      <Field {...field('weightUnit')} list="weight-units" />
      <datalist id="weight-units">
        {WEIGHT_UNITS.map((unit) => (
          <option key={unit} value={unit} />
        ))}
      </datalist>
    </FormSection>
  )
}

/** A part of the form, with its title next to the fields. */
export function FormSection({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string
  children: ReactNode
}) {
  return (
    <section className="gap-x-10 border-hairline border-t py-8 max-lg:space-y-4 lg:grid lg:grid-cols-[13.5rem_1fr]">
      <div>
        <h2 className="text-base">{title}</h2>
        {hint && <p className="mt-1 text-muted text-sm">{hint}</p>}
      </div>
      <div className="grid max-w-3xl gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}

function FlagBox({ name }: { name: 'isNew' | 'isFeatured' | 'isOnSale' | 'inStock' }) {
  const { register } = useFormContext<ProductValues>()
  return <Checkbox label={LABELS[name]} {...register(name)} />
}

/** Returns a function for the props of a text field. */
export function useTextField() {
  const { register, formState } = useFormContext<ProductValues>()
  const markOf = useSyncMark()
  return (name: TextName, hint?: string) => ({
    label: LABELS[name],
    hint: [hint, markOf(name)].filter(Boolean).join(' '),
    error: formState.errors[name]?.message,
    ...register(name),
  })
}
