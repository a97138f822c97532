import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { FormProvider, type Resolver, type UseFormReturn, useForm, useFormContext } from 'react-hook-form'
import { slugOf } from '#contract/catalog/slugs.ts'
import { t } from '#contract/language/language.ts'
import { NewPageFields, PageFields } from '#contract/pages/api.ts'
import { isOriginalPage, PAGE_NAME_MAX, pageAddress } from '#contract/pages/rules.ts'
import { rejectionMessage } from '../../admin/changes.tsx'
import { RejectionNote, useEditConflict } from '../../admin/edit-conflict.tsx'
import { useLeaveGuard } from '../../admin/use-leave-guard.tsx'
import { FormattedText } from '../../catalog/admin/formatted-text.tsx'
import { FormSection } from '../../catalog/admin/product-fields.tsx'
import { useApi } from '../../platform/api.ts'
import { useQuery } from '../../platform/use-query.ts'
import { shopInfoQuery } from '../../settings/shop-info.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox, Field, TextArea } from '../../ui/field.tsx'
import { PagePreview } from './page-preview.tsx'
import { LABELS, NEW_PAGE, type PageValues } from './page-values.ts'
import { type AdminPage, pageQuery, useSavePage } from './queries.ts'

/**
 * The form of a page.
 * @param page undefined for a new one @param html the text that it begins with
 */
export function PageForm({
  page,
  html,
  isRequired,
  onCreated,
}: {
  page: AdminPage | undefined
  html: string
  isRequired: boolean
  onCreated(name: string): void
}) {
  const valuesOf = (page: AdminPage): PageValues => ({
    name: page.name,
    title: page.title,
    html: page.html ?? html,
    searchTitle: page.searchTitle,
    searchDescription: page.searchDescription,
    isPublished: page.state === 'published' || page.state === 'original',
  })
  const schema = page ? PageFields : NewPageFields
  const form = useForm<PageValues>({
    resolver: zodResolver(schema as never, undefined, { raw: true }) as unknown as Resolver<PageValues>,
    defaultValues: page ? valuesOf(page) : NEW_PAGE,
  })
  const { isDirty, dirtyFields } = form.formState
  useDerivedName(form, page === undefined)
  const { question, letPass } = useLeaveGuard(isDirty)
  const { save, isPending, rejection, conflict, seen } = useSave(form, page, valuesOf, (name) => {
    letPass()
    onCreated(name)
  })
  // Begins again with the text of a version that was saved, unless it is being edited.
  const version = seen?.version ?? 0
  const [shownVersion, setShownVersion] = useState(version)
  if (!dirtyFields.html && shownVersion !== version) setShownVersion(version)
  const [isPreviewing, setPreviewing] = useState(false)
  const field = (name: 'name' | 'title' | 'searchTitle' | 'searchDescription') => ({
    label: LABELS[name],
    error: form.formState.errors[name]?.message,
    ...form.register(name),
  })
  return (
    <FormProvider {...form}>
      <form noValidate aria-label={t('Page')} className="mt-6" onSubmit={form.handleSubmit(save)}>
        <RejectionNote conflict={conflict} rejection={rejection} labels={LABELS} />
        <FormSection
          title={t('Content')}
          hint={
            page && isOriginalPage(page.name)
              ? t('Once you save it, the text no longer follows your settings, such as the shipping rate.')
              : undefined
          }
        >
          <div className={page ? 'sm:col-span-2' : ''}>
            <Field {...field('title')} />
          </div>
          {!page && (
            <Field
              {...field('name')}
              hint={t('Follows /pages/, such as size-guide. It can’t be changed later.')}
            />
          )}
          <div className="sm:col-span-2">
            <FormattedText key={shownVersion} name="html" label={t('Text')} />
          </div>
        </FormSection>
        <FormSection
          title={t('Search result')}
          hint={t('Leave empty to use the title, and a part of the text.')}
        >
          <div className="space-y-4 sm:col-span-2">
            <Field {...field('searchTitle')} />
            <TextArea {...field('searchDescription')} rows={3} />
            <SearchResult />
          </div>
        </FormSection>
        <FormSection title={t('Visibility')}>
          <div className="sm:col-span-2">
            <Checkbox label={LABELS.isPublished} disabled={isRequired} {...form.register('isPublished')} />
            {form.formState.errors.isPublished && (
              <p className="text-sale text-sm">{form.formState.errors.isPublished.message}</p>
            )}
            {isRequired && (
              <p className="text-muted text-sm">{t('Always published, because other pages link to it.')}</p>
            )}
          </div>
        </FormSection>
        <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-hairline border-t bg-paper px-4 py-3 md:-mx-8 md:px-8">
          {isDirty && <p className="mr-auto text-muted text-sm">{t('Unsaved changes')}</p>}
          <Button look="outline" onClick={() => setPreviewing(true)}>
            {t('Preview')}
          </Button>
          <Button type="submit" isBusy={isPending}>
            {page ? t('Save page') : t('Add page')}
          </Button>
        </div>
      </form>
      <PagePreview
        title={t('Preview')}
        isOpen={isPreviewing}
        onClose={() => setPreviewing(false)}
        page={{ ...form.getValues(), name: page?.name ?? form.getValues('name') }}
      />
      {question}
    </FormProvider>
  )
}

/** Derives the URL of a new page from its title until the admin edits the URL. */
function useDerivedName(
  { watch, getValues, setValue, formState }: UseFormReturn<PageValues>,
  isNew: boolean,
) {
  const { isSubmitted } = formState
  useEffect(() => {
    if (!isNew) return
    let derived = pageNameOf(getValues('title'))
    const { unsubscribe } = watch(({ title = '' }, change) => {
      if (change.name !== 'title' || getValues('name') !== derived) return
      derived = pageNameOf(title)
      setValue('name', derived, { shouldDirty: true, shouldValidate: isSubmitted })
    })
    return unsubscribe
  }, [isNew, isSubmitted, watch, getValues, setValue])
}

const pageNameOf = (title: string) => slugOf(title).slice(0, PAGE_NAME_MAX).replace(/-$/, '')

/** The page as a search engine would list it. */
function SearchResult() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const { watch } = useFormContext<PageValues>()
  const { name, title, searchTitle, searchDescription } = watch()
  return (
    <div className="wrap-anywhere">
      <p className="text-muted text-sm">{`${shop?.publicUrl ?? ''}${pageAddress(name || '…')}`}</p>
      <p className="mt-1 text-accent text-lg">{`${searchTitle.trim() || title.trim() || 'Title'} – ${shop?.name ?? ''}`}</p>
      <p className="mt-1 text-muted text-sm">{searchDescription.trim() || t('A part of the text.')}</p>
    </div>
  )
}

function useSave(
  form: ReturnType<typeof useForm<PageValues>>,
  page: AdminPage | undefined,
  valuesOf: (page: AdminPage) => PageValues,
  onCreated: (name: string) => void,
) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useSavePage()
  const { seen, conflict, dismiss, see, showRejection } = useEditConflict(form, page, valuesOf, ({ name }) =>
    queryClient.fetchQuery(pageQuery(api, name)),
  )

  function save() {
    dismiss()
    const values = form.getValues()
    const name = page?.name ?? values.name
    change.mutate(
      // A disabled checkbox has no value.
      { ...values, name, isPublished: values.isPublished ?? true, version: seen?.version ?? 0 },
      {
        onSuccess: (saved) => {
          if (!page) return onCreated(saved.name)
          queryClient.setQueryData(pageQuery(api, name).queryKey, saved)
          see(saved)
        },
        onError: showRejection,
      },
    )
  }
  return { save, isPending: change.isPending, rejection: rejectionMessage(change.error), conflict, seen }
}
