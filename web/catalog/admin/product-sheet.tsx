import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useLayoutEffect, useState } from 'react'
import { FormProvider, type Resolver, type UseFormReturn, useForm } from 'react-hook-form'
import { NewProductInput } from '#contract/catalog/product-input.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { amountsResolver } from '../../admin/amounts-resolver.ts'
import { rejectionMessage, useCreateProduct, useUpdateProduct } from '../../admin/changes.tsx'
import { RejectionNote, useEditConflict } from '../../admin/edit-conflict.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { productQuery } from '../../admin/queries.ts'
import { showNumbers, withDecimals } from '../../admin/typed-amount.ts'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { WaitingNote } from '../../back-in-stock/admin/back-in-stock-list.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Pending, Spinner } from '../../ui/feedback.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { listCategoriesQuery } from '../queries.ts'
import { AboutFields, FlagFields, PriceFields, ShippingFields, StockFields } from './product-fields.tsx'
import {
  AMOUNTS,
  changedInput,
  DECIMALS,
  inputOf,
  LABELS,
  NEW_PRODUCT,
  type ProductValues,
  useDerivedSlug,
  valuesOf,
  valuesOfCopy,
} from './product-values.ts'
import { SyncedFields } from './synced-fields.tsx'

const VariantEditor = loadLater(async () => (await import('./variant-editor.tsx')).VariantEditor)

/**
 * The product form, opened next to the list. `edit` in the URL is the product's ID or 'new'; `copy` is the ID of a
 * product to copy.
 */
export function ProductSheet() {
  const { read, go } = useAdminAddress()
  const isNew = read('edit') === 'new'
  const id = Number(isNew ? read('copy') : read('edit'))
  const api = useApi()
  const queryClient = useQueryClient()
  const { data: product, isError, refetch } = useQuery({ ...productQuery(api, id), enabled: id > 0 })
  const { data: categories } = useQuery(listCategoriesQuery(useApi()))
  const [isDirty, setDirty] = useState(false)
  const [hasDirtyVariants, setDirtyVariants] = useState(false)
  // Counts how often variants were saved. Each save reopens the form with the new version, unless it has changes.
  const [saves, setSaves] = useState({ form: 0, variants: 0 })
  const { question, letPass } = useLeaveGuard(isDirty || hasDirtyVariants)
  const close = () => go({ edit: null, copy: null })
  const leave = () => {
    letPass()
    close()
  }
  const form = isNew ? (
    <ProductForm
      key={`copy of ${id}`}
      values={product ? valuesOfCopy(product) : NEW_PRODUCT}
      onDirty={setDirty}
      onSaved={leave}
    />
  ) : (
    product && (
      <ProductForm
        key={`${product.id} ${saves.form}`}
        product={product}
        values={valuesOf(product)}
        onDirty={setDirty}
        onSaved={leave}
      />
    )
  )
  // A select accepts a value only if the option exists.
  const isReady = categories !== undefined && (id > 0 ? product !== undefined : isNew)
  return (
    <Sheet isOpen onClose={close} side="right" isWide title={isNew ? 'Add product' : 'Edit product'}>
      {isError && <LoadFailure subject="This product" onRetry={() => void refetch()} />}
      {!isReady && !isError && <Spinner />}
      {isReady && form}
      {isReady && product && !isNew && <WaitingNote productId={product.id} />}
      {isReady && product && !isNew && (
        <Suspense fallback={<Pending />}>
          <VariantEditor
            key={`${product.id} ${saves.variants}`}
            product={product}
            onDirty={setDirtyVariants}
            onSaved={(saved) => {
              queryClient.setQueryData(productQuery(api, id).queryKey, saved)
              setSaves(({ form, variants }) => ({ form: form + (isDirty ? 0 : 1), variants: variants + 1 }))
            }}
          />
        </Suspense>
      )}
      {question}
    </Sheet>
  )
}

/** The form sends text as entered. Form and server validate it with the same schema. */
const check = zodResolver(NewProductInput, undefined, { raw: true }) as unknown as Resolver<ProductValues>
/** Shoppers would see a weight without its unit. The API and imports still accept one. */
const checkWeight =
  (locale: string): Resolver<ProductValues> =>
  async (values, context, options) => {
    const result = await check(withDecimals(values, DECIMALS, locale), context, options)
    if (!values.weight.trim() || values.weightUnit.trim()) return result
    return { values: {}, errors: { ...result.errors, weightUnit: { type: 'custom', message: UNIT_MISSING } } }
  }
/** The fields that are shown with the decimal sign of the shop's locale. */
const NUMBERS = [...AMOUNTS, ...DECIMALS]
const UNIT_MISSING = 'Enter a weight unit'

/** The form of spec section 5. @param product the product to edit, or undefined to create one */
function ProductForm({
  product,
  values,
  onDirty,
  onSaved,
}: {
  product?: ResponseOf<'GET /api/admin/products/:id'>
  values: ProductValues
  onDirty(isDirty: boolean): void
  onSaved(): void
}) {
  const formats = useFormats()
  const { locale } = formats
  const resolver = amountsResolver(checkWeight(locale), () => AMOUNTS, formats)
  const form = useForm<ProductValues>({ resolver, defaultValues: showNumbers(values, NUMBERS, locale) })
  const { isDirty } = form.formState
  // A layout effect, so the sheet knows before the next key press: Escape right after typing must ask for confirmation.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { save, isPending, rejection, conflict } = useSaveProduct(form, product, onSaved)
  useDerivedSlug(product === undefined, form)
  const fields = (
    <>
      <AboutFields />
      <PriceFields product={product} />
      <StockFields product={product} />
      <FlagFields />
      <ShippingFields />
    </>
  )
  return (
    <FormProvider {...form}>
      <form noValidate className="space-y-10" onSubmit={form.handleSubmit(save)}>
        <RejectionNote conflict={conflict} rejection={rejection} labels={LABELS} />
        {product ? <SyncedFields productId={product.id}>{fields}</SyncedFields> : fields}
        <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end border-hairline border-t bg-paper px-5 py-4">
          <Button type="submit" isBusy={isPending}>
            {product ? 'Save product' : 'Add product'}
          </Button>
        </div>
      </form>
    </FormProvider>
  )
}

type AdminProduct = ResponseOf<'GET /api/admin/products/:id'>

/** Creates a product, or updates the given one. */
function useSaveProduct(
  form: UseFormReturn<ProductValues>,
  product: AdminProduct | undefined,
  onSaved: () => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const formats = useFormats()
  const shown = (product: AdminProduct) => showNumbers(valuesOf(product), NUMBERS, formats.locale)
  const create = useCreateProduct()
  const update = useUpdateProduct()
  const { seen, conflict, dismiss, showRejection } = useEditConflict(form, product, shown, ({ id }) =>
    queryClient.fetchQuery(productQuery(api, id)),
  )

  function save() {
    const typed = form.getValues()
    const options = { onSuccess: onSaved, onError: showRejection }
    dismiss()
    if (!seen) create.mutate(inputOf(typed, formats), options)
    else {
      const { id, version, stockQuantity: seenStock } = seen
      update.mutate({ ...changedInput(typed, shown(seen), formats), id, version, seenStock }, options)
    }
  }
  const { isPending, error } = product ? update : create
  return { save, isPending, rejection: rejectionMessage(error), conflict }
}
