import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import { Controller, type UseFormReturn, useForm } from 'react-hook-form'
import { CategoryFields, ICON_DEFAULT } from '#contract/catalog/admin-categories.ts'
import { t } from '#contract/language/language.ts'
import { STANDARD_CLASS } from '#contract/pricing/taxes.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { rejectionMessage, useCreateCategory, useUpdateCategory } from '../../admin/changes.tsx'
import { RejectionNote, useEditConflict } from '../../admin/edit-conflict.tsx'
import { LoadFailure } from '../../admin/list-frame.tsx'
import { May } from '../../admin/permissions.tsx'
import { type AdminCategory, categoryQuery } from '../../admin/queries.ts'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { IconPicker } from './icon-picker.tsx'
import { useDerivedSlug } from './product-values.ts'
import { TaxClassSelect } from './tax-class-select.tsx'
import { UploadButton } from './upload-button.tsx'

/** The category form, opened next to the list. `edit` in the URL is the category's ID or 'new'. */
export function CategorySheet() {
  const { read, go } = useAdminAddress()
  const isNew = read('edit') === 'new'
  const id = isNew ? 0 : Number(read('edit'))
  const { data: category, isError, refetch } = useQuery({ ...categoryQuery(useApi(), id), enabled: !isNew })
  const [isDirty, setDirty] = useState(false)
  const { question, letPass } = useLeaveGuard(isDirty)
  const close = () => go({ edit: null })
  const leave = () => {
    letPass()
    close()
  }
  const isReady = isNew || category !== undefined
  return (
    <Sheet isOpen onClose={close} side="right" title={isNew ? t('Add category') : t('Edit category')}>
      {isError && <LoadFailure subject={t('This category')} onRetry={() => void refetch()} />}
      {!isReady && !isError && <Spinner />}
      {isReady && <CategoryForm key={id} category={category} onDirty={setDirty} onSaved={leave} />}
      {question}
    </Sheet>
  )
}

type Values = {
  name: string
  slug: string
  description: string
  icon: string
  image?: string | null
  taxClass?: string | null
}

const LABELS: Record<keyof Values, string> = {
  name: 'Name',
  slug: 'Slug',
  description: 'Description',
  icon: 'Icon',
  image: 'Photograph',
  taxClass: 'Tax class',
}

/** The form of spec section 5. @param category the category to edit, or undefined to create one */
function CategoryForm({
  category,
  onDirty,
  onSaved,
}: {
  category?: AdminCategory
  onDirty(isDirty: boolean): void
  onSaved(): void
}) {
  const form = useForm<Values>({
    resolver: zodResolver(CategoryFields),
    defaultValues: category
      ? valuesOf(category)
      : { name: '', slug: '', description: '', icon: ICON_DEFAULT, image: null, taxClass: '' },
  })
  const { register, control, formState } = form
  const { errors, isDirty } = formState
  // A layout effect, so the sheet knows before the next key press: Escape right after typing must ask for confirmation.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const { save, isPending, rejection, conflict } = useSaveCategory(form, category, onSaved)
  useDerivedSlug(category === undefined, form)
  return (
    <form noValidate className="space-y-5" onSubmit={form.handleSubmit(save)}>
      <RejectionNote conflict={conflict} rejection={rejection} labels={LABELS} />
      <Field label={LABELS.name} error={errors.name?.message} {...register('name')} />
      <Field
        label={LABELS.slug}
        error={errors.slug?.message}
        hint={t('Lowercase letters, digits, and hyphens, such as desk-mats.')}
        {...register('slug')}
      />
      <TextArea
        label={LABELS.description}
        rows={4}
        error={errors.description?.message}
        {...register('description')}
      />
      <Controller
        control={control}
        name="icon"
        render={({ field }) => (
          <IconPicker value={field.value} onChange={field.onChange} error={errors.icon?.message} />
        )}
      />
      <Controller
        control={control}
        name="image"
        render={({ field }) => <Photograph value={field.value ?? null} onChange={field.onChange} />}
      />
      <TaxClassSelect
        label={LABELS.taxClass}
        none={STANDARD_CLASS}
        hint={t('For products without their own tax class.')}
        error={errors.taxClass?.message}
        {...register('taxClass')}
      />
      <May use="PATCH /api/admin/categories/:id">
        <Button type="submit" className="w-full" isBusy={isPending}>
          {category ? t('Save category') : t('Add category')}
        </Button>
      </May>
    </form>
  )
}

/** The photograph of the category's tile on the home page, cropped as on that page. */
function Photograph({ value, onChange }: { value: string | null; onChange(url: string | null): void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{LABELS.image}</legend>
      <p className="mb-3 text-muted text-sm">
        {t('On the home page, in portrait format. Without one, the home page shows the icon.')}
      </p>
      <div className="flex items-end gap-4">
        {value && (
          <div className="aspect-3/4 w-24 shrink-0 overflow-hidden rounded-field bg-hairline">
            <Picture
              url={value}
              alt={t('The chosen photograph')}
              width={null}
              height={null}
              sizes="96px"
              className="size-full object-cover"
            />
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <UploadButton
            most={1}
            label={value ? t('Replace photograph') : t('Upload photograph')}
            onUploaded={onChange}
          />
          {value && (
            <Button look="outline" onClick={() => onChange(null)}>
              {t('Remove photograph')}
            </Button>
          )}
        </div>
      </div>
    </fieldset>
  )
}

function useSaveCategory(
  form: UseFormReturn<Values>,
  category: AdminCategory | undefined,
  onSaved: () => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const create = useCreateCategory()
  const update = useUpdateCategory()
  const { seen, conflict, dismiss, showRejection } = useEditConflict(form, category, valuesOf, ({ id }) =>
    queryClient.fetchQuery(categoryQuery(api, id)),
  )

  function save(values: Values) {
    const options = { onSuccess: onSaved, onError: showRejection }
    dismiss()
    if (seen) update.mutate({ ...values, id: seen.id, version: seen.version }, options)
    else create.mutate(values, options)
  }
  const { isPending, error } = category ? update : create
  return { save, isPending, rejection: rejectionMessage(error), conflict }
}

const valuesOf = ({ name, slug, description, icon, image, taxClass }: AdminCategory): Values => ({
  name,
  slug,
  description,
  icon,
  image,
  taxClass: taxClass === STANDARD_CLASS ? '' : (taxClass ?? ''),
})
