import { useFormContext } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { useChangeStatus } from '../../admin/changes.tsx'
import { type ResponseOf, useApi } from '../../platform/api.ts'
import { productAddress } from '../../platform/paths.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { shopInfoQuery } from '../../settings/shop-info.tsx'
import { Button } from '../../ui/button.tsx'
import { Field, Select, TextArea } from '../../ui/field.tsx'
import { plainText } from '../product-head.tsx'
import { FormSection, useTextField } from './product-fields.tsx'
import { STATUSES, statusOf } from './product-status.ts'
import type { ProductValues } from './product-values.ts'

/** Whether shoppers see the product. */
export function Status({ product }: { product: ResponseOf<'GET /api/admin/products/:id'> }) {
  const { mutate, isPending } = useChangeStatus()
  const { id } = product
  const status = statusOf(product)
  return (
    <FormSection title={t('Status')}>
      <div className="flex flex-wrap items-center justify-between gap-3 sm:col-span-2">
        <p>
          {STATUSES[status].label}
          <span className="ml-2 text-muted">{STATUSES[status].effect}</span>
        </p>
        <div className="flex flex-wrap items-center gap-4">
          {status === 'active' && (
            <Link
              to={productAddress(product)}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              {t('View in store')}
            </Link>
          )}
          <Button
            look="outline"
            isBusy={isPending}
            onClick={() => mutate({ id, action: status === 'active' ? 'archive' : 'activate' })}
          >
            {status === 'active' ? t('Archive') : t('Activate')}
          </Button>
        </div>
      </div>
    </FormSection>
  )
}

/** Whether shoppers see a new product right away. */
export function NewStatus({ isDraft, onChange }: { isDraft: boolean; onChange(isDraft: boolean): void }) {
  return (
    <FormSection title={t('Status')}>
      <Select
        label={t('Status')}
        value={isDraft ? 'draft' : 'active'}
        hint={STATUSES[isDraft ? 'draft' : 'active'].effect}
        onChange={({ target }) => onChange(target.value === 'draft')}
      >
        <option value="active">{STATUSES.active.label}</option>
        <option value="draft">{STATUSES.draft.label}</option>
      </Select>
    </FormSection>
  )
}

const DESCRIPTION_MAX = 160

/** How a search engine would show the product's page, which takes its title and description from these fields. */
export function SearchPreview({ productId }: { productId: number | undefined }) {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  const { watch } = useFormContext<ProductValues>()
  const [name, slug, description] = watch(['name', 'slug', 'description'])
  const text = plainText(description, DESCRIPTION_MAX)
  return (
    <FormSection title={t('Search result')} hint={t('From the name, the slug, and the description.')}>
      <div className="wrap-anywhere sm:col-span-2">
        <p className="text-muted text-sm">{`${shop?.publicUrl ?? ''}/product/${slug.trim() || (productId ?? '…')}`}</p>
        <p className="mt-1 text-accent text-lg">{`${name.trim() || 'Name'} – ${shop?.name ?? ''}`}</p>
        <p className="mt-1 text-muted text-sm">{text || t('The beginning of the description.')}</p>
      </div>
    </FormSection>
  )
}

/**
 * Rating and number of reviews (spec section 5), which only matter until the first review.
 * @param isComputed whether they come from reviews
 */
export function RatingFields({ isComputed }: { isComputed: boolean }) {
  const field = useTextField()
  const { errors } = useFormContext<ProductValues>().formState
  const computed = isComputed ? 'Calculated from this product’s reviews.' : undefined
  return (
    <details
      className="border-hairline border-t py-6"
      // A closed part would hide the error.
      open={errors.rating || errors.reviewCount ? true : undefined}
    >
      <summary className="flex min-h-11 cursor-pointer items-center font-medium">
        {t('Rating and review count')}
      </summary>
      <div className="mt-2 grid max-w-3xl gap-4 sm:grid-cols-2 lg:ml-64">
        <Field
          {...field('rating')}
          inputMode="decimal"
          readOnly={isComputed}
          hint={
            computed ??
            t(
              'From 0 to 5. Used for filtering and sorting until the first review. Not shown to shoppers, who see only stars from reviews.',
            )
          }
        />
        <Field
          {...field('reviewCount')}
          inputMode="numeric"
          readOnly={isComputed}
          hint={computed ?? t('Not shown to shoppers, who see only the number of real reviews.')}
        />
      </div>
    </details>
  )
}

/** Manufacturer and warnings (Regulation (EU) 2023/988, article 19). */
export function SafetyFields() {
  const field = useTextField()
  return (
    <FormSection
      title={t('Product safety')}
      hint={t(
        'The EU requires these details on the product’s page. If the manufacturer is outside of the EU, enter the responsible person in the EU with the address.',
      )}
    >
      <Field {...field('manufacturer')} />
      <Field {...field('manufacturerContact')} />
      <div className="sm:col-span-2">
        <TextArea {...field('manufacturerAddress')} rows={3} />
      </div>
      <div className="sm:col-span-2">
        <TextArea
          {...field('safetyWarnings', 'Such as: Not suitable for children under 3 years.')}
          rows={3}
        />
      </div>
    </FormSection>
  )
}
