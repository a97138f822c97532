import { zodResolver } from '@hookform/resolvers/zod'
import { useLayoutEffect } from 'react'
import { FormProvider, type Resolver, useForm } from 'react-hook-form'
import { NewProductInput } from '#contract/catalog/product-input.ts'
import { MeanwhileNote } from '../../admin/edit-conflict-note.tsx'
import { amountsResolver } from '../../admin/typed-amount.ts'
import type { AnswerOf } from '../../platform/api.ts'
import { Button } from '../../ui/button.tsx'
import { AboutFields, FlagFields, PriceFields, ShippingFields, StockFields } from './product-fields.tsx'
import { AMOUNTS, LABELS, type ProductValues } from './product-values.ts'
import { SyncedFields } from './synced-fields.tsx'
import { useDerivedSlug } from './use-derived-slug.ts'
import { useSaveProduct } from './use-save-product.ts'

/** What is sent is what was typed; form and server read it by the same rules. */
const check = amountsResolver(
  zodResolver(NewProductInput, undefined, { raw: true }) as unknown as Resolver<ProductValues>,
  AMOUNTS,
)
/** Shoppers would read a weight without its unit; the API and imports still accept one. */
const resolver: Resolver<ProductValues> = async (values, context, options) => {
  const result = await check(values, context, options)
  if (!values.weight.trim() || values.weightUnit.trim()) return result
  return { values: {}, errors: { ...result.errors, weightUnit: { type: 'custom', message: UNIT_MISSING } } }
}
const UNIT_MISSING = 'Enter the unit of the weight'

/** The form of spec section 5. @param product the one to change; without it a new one is made */
export function ProductForm({
  product,
  values,
  onDirty,
  onSaved,
}: {
  product?: AnswerOf<'GET /api/admin/products/:id'>
  values: ProductValues
  onDirty(isDirty: boolean): void
  onSaved(): void
}) {
  const form = useForm<ProductValues>({ resolver, defaultValues: values })
  const { isDirty } = form.formState
  // A layout effect, so that the sheet knows before the next key: Escape right after typing must ask.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { save, isPending, refusal, meanwhile } = useSaveProduct(form, product, onSaved)
  useDerivedSlug(product === undefined, form.watch('name'), {
    read: () => form.getValues('slug'),
    write: (slug) => form.setValue('slug', slug),
  })
  const fields = (
    <>
      <AboutFields />
      <PriceFields />
      <StockFields product={product} />
      <FlagFields />
      <ShippingFields />
    </>
  )
  return (
    <FormProvider {...form}>
      <form noValidate className="space-y-10" onSubmit={form.handleSubmit(save)}>
        {meanwhile && <MeanwhileNote meanwhile={meanwhile} labels={LABELS} />}
        {!meanwhile && refusal && (
          <p role="alert" className="rounded-card border border-sale p-4 text-sale">
            {refusal}
          </p>
        )}
        {product ? <SyncedFields productId={product.id}>{fields}</SyncedFields> : fields}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end border-hairline border-t bg-paper px-5 py-4">
          <Button type="submit" isBusy={isPending}>
            {product ? 'Save Product' : 'Add Product'}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}
