import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { rejectionMessage, useCreateProduct, useUpdateProduct } from '../../admin/changes.tsx'
import { RejectionNote, useEditConflict } from '../../admin/edit-conflict.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { Editable, May } from '../../admin/permissions.tsx'
import { productQuery } from '../../admin/queries.ts'
import { showNumbers } from '../../admin/typed-amount.ts'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { WaitingNote } from '../../back-in-stock/admin/back-in-stock-list.tsx'
import { ApiError, type ResponseOf, useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { listCategoriesQuery } from '../queries.ts'
import { AboutFields, FlagFields, PriceFields, ShippingFields, StockFields } from './product-fields.tsx'
import { useProductResolver } from './product-resolver.ts'
import { NewStatus, RatingFields, SafetyFields, SearchPreview, Status } from './product-sections.tsx'
import {
  changedInput,
  inputOf,
  LABELS,
  NEW_PRODUCT,
  NUMBERS,
  type ProductValues,
  useDerivedSlug,
  VARIANT_FIELDS,
  valuesOf,
  valuesOfCopy,
} from './product-values.ts'
import { SyncedFields } from './synced-fields.tsx'
import { UnitPriceFields } from './unit-price-fields.tsx'
import { useVariants } from './use-variants.ts'
import { VariantEditor } from './variant-editor.tsx'

type AdminProduct = ResponseOf<'GET /api/admin/products/:id'>

/**
 * The product form, a page in place of the list. `edit` in the URL is the product's ID or 'new'; `copy` is the ID of a
 * product to copy.
 */
export function ProductPage() {
  const { read, addressWith, go } = useAdminAddress()
  const isNew = read('edit') === 'new'
  const id = Number(isNew ? read('copy') : read('edit'))
  const api = useApi()
  const { data: product, isError, refetch } = useQuery({ ...productQuery(api, id), enabled: id > 0 })
  const { data: categories } = useQuery(listCategoriesQuery(api))
  const page = useStartOfPage()
  // A select accepts a value only if the option exists.
  const isReady = categories !== undefined && (id > 0 ? product !== undefined : isNew)
  const title = isNew ? 'Add product' : 'Edit product'
  return (
    <section ref={page} aria-label={title} tabIndex={-1} className="scroll-mt-24 outline-none">
      <Link
        to={addressWith({ edit: null, copy: null })}
        className="inline-flex min-h-11 items-center gap-2 text-muted hover:text-ink"
      >
        <span aria-hidden="true">←</span>
        {t(' All products')}
      </Link>
      <h1 className="wrap-anywhere type-title">{isNew ? title : (product?.name ?? title)}</h1>
      {isError && <LoadFailure subject={t('This product')} onRetry={() => void refetch()} />}
      {!isReady && !isError && <Spinner />}
      {isReady && (
        <ProductForm
          key={`${read('edit')} ${id}`}
          product={isNew ? undefined : product}
          copied={isNew ? product : undefined}
          onCreated={() => go({ edit: null, copy: null })}
        />
      )}
    </section>
  )
}

const ENDPOINT = 'PATCH /api/admin/products/:id'

/** Moves the focus to the page, which replaces a list that may have been scrolled. */
function useStartOfPage() {
  const page = useRef<HTMLElement>(null)
  useEffect(() => {
    page.current?.focus({ preventScroll: true })
    if (page.current && page.current.getBoundingClientRect().top < 0) page.current.scrollIntoView()
  }, [])
  return page
}

/**
 * The form of spec section 5, with the variants, saved together.
 * @param product the product to edit, or undefined to create one @param copied the product that a new one begins with
 */
function ProductForm({
  product,
  copied,
  onCreated,
}: {
  product: AdminProduct | undefined
  copied: AdminProduct | undefined
  onCreated(): void
}) {
  const { locale } = useFormats()
  const values = product ? valuesOf(product) : copied ? valuesOfCopy(copied) : NEW_PRODUCT
  const { resolver, now } = useProductResolver()
  const form = useForm<ProductValues>({
    resolver,
    defaultValues: showNumbers(values, NUMBERS, locale),
  })
  const variants = useVariants(form, product, copied)
  const [isDraft, setDraft] = useState(false)
  const { question, letPass } = useLeaveGuard(form.formState.isDirty || variants.isDirty)
  const leave = () => {
    letPass()
    onCreated()
  }
  const { save, isPending, rejection, conflict, stored } = useSaveProduct(
    form,
    product,
    variants,
    isDraft,
    leave,
  )
  useLayoutEffect(() => {
    now.current = { hasOptions: variants.hasOptions, stored }
  })
  useDerivedSlug(product === undefined, form)
  const fields = (
    <>
      <Editable by={ENDPOINT} field="price">
        <AboutFields />
        <PriceFields hasOptions={variants.hasOptions} />
        <UnitPriceFields hasOptions={variants.hasOptions} />
      </Editable>
      <Editable by={ENDPOINT} field="stockQuantity">
        {!variants.hasOptions && <StockFields held={product?.held ?? 0} />}
      </Editable>
      <Editable by={ENDPOINT} field="price">
        <VariantEditor variants={variants} productId={product?.id} />
        <FlagFields />
        <ShippingFields />
        <SafetyFields />
        <SearchPreview productId={product?.id} />
        <RatingFields isComputed={product?.hasReviews === true} />
      </Editable>
    </>
  )
  return (
    <FormProvider {...form}>
      <form noValidate className="mt-6" onSubmit={form.handleSubmit(save)}>
        <RejectionNote conflict={conflict} rejection={rejection} labels={LABELS} />
        {product && <WaitingNote productId={product.id} />}
        {product && <Status product={product} />}
        {!product && <NewStatus isDraft={isDraft} onChange={setDraft} />}
        {product ? <SyncedFields productId={product.id}>{fields}</SyncedFields> : fields}
        <div className="bottom-bar sticky bottom-0 z-20 -mx-4 flex items-center justify-end gap-4 border-hairline border-t bg-paper px-4 py-3 md:-mx-8 md:px-8">
          {(form.formState.isDirty || variants.isDirty) && (
            <p className="mr-auto text-muted text-sm">{t('Unsaved changes')}</p>
          )}
          <May use={ENDPOINT}>
            <Button type="submit" isBusy={isPending}>
              {product ? t('Save product') : t('Add product')}
            </Button>
          </May>
        </div>
      </form>
      {question}
    </FormProvider>
  )
}

/**
 * Creates a product, or updates the given one, together with its variants.
 * @param isDraft of a new product
 */
function useSaveProduct(
  form: UseFormReturn<ProductValues>,
  product: AdminProduct | undefined,
  variants: ReturnType<typeof useVariants>,
  isDraft: boolean,
  onCreated: () => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const formats = useFormats()
  const shown = (product: AdminProduct) => showNumbers(valuesOf(product), NUMBERS, formats.locale)
  const create = useCreateProduct()
  const update = useUpdateProduct()
  const fetchCurrent = async ({ id }: AdminProduct) => {
    const now = await queryClient.fetchQuery(productQuery(api, id))
    variants.rebase(now)
    return now
  }
  const { seen, conflict, dismiss, see, showRejection } = useEditConflict(form, product, shown, fetchCurrent)
  const show = useEffectEvent((saved: AdminProduct) => {
    see(saved)
    variants.see(saved)
  })
  // Undone or unarchived in the meantime, while nothing was being edited here.
  const isNewer = product !== undefined && seen !== undefined && product.version > seen.version
  const isClean = !form.formState.isDirty && !variants.isDirty
  useEffect(() => {
    if (isNewer && isClean) show(product)
  }, [isNewer, isClean, product])

  function save() {
    if (variants.isTooMany) return
    const typed = form.getValues()
    const variantSet = variants.send()
    const onError = (error: Error) => {
      variants.reject(error instanceof ApiError ? error.errors : [])
      showRejection(error)
    }
    dismiss()
    if (!seen) {
      create.mutate(
        { ...inputOf({ ...typed, ...variants.firstCells() }, formats), variantSet, isDraft },
        { onSuccess: onCreated, onError },
      )
      return
    }
    const changed = changedInput(typed, shown(seen), formats)
    // These fields are then those of the variants.
    if (variantSet) for (const name of VARIANT_FIELDS) delete changed[name]
    const { id, version, stockQuantity: seenStock } = seen
    const onSuccess = (saved: AdminProduct) => {
      show(saved)
      queryClient.setQueryData(productQuery(api, id).queryKey, saved)
    }
    update.mutate({ ...changed, variantSet, id, version, seenStock }, { onSuccess, onError })
  }
  const { isPending, error } = product ? update : create
  return { save, isPending, rejection: rejectionMessage(error), conflict, stored: seen ? shown(seen) : null }
}
