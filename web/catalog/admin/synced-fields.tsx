import { createContext, type ReactNode, useContext } from 'react'
import { useFormContext } from 'react-hook-form'
import { t } from '#contract/language/language.ts'
import { FIELD_LABELS, type SyncField } from '#contract/sync/rules.ts'
import { adminAddress } from '../../admin/address.ts'
import { syncedFieldsQuery } from '../../admin/queries.ts'
import { useApi } from '../../platform/api.ts'
import { Link } from '../../platform/router/link.tsx'
import { useQuery } from '../../platform/use-query.ts'
import { LABELS, type ProductValues } from './product-values.ts'

/** Synced fields by the name of their form field. There is no field for whether a product is active. */
const FORM_FIELDS: Partial<Record<SyncField, keyof ProductValues>> = {
  name: 'name',
  slug: 'slug',
  category: 'categoryId',
  description: 'description',
  images: 'images',
  price: 'price',
  oldPrice: 'oldPrice',
  stockQuantity: 'stockQuantity',
  sku: 'sku',
  barcode: 'barcode',
  isOnSale: 'isOnSale',
  colors: 'colors',
  weight: 'weight',
  weightUnit: 'weightUnit',
}

/** The fields of options and variants. */
const VARIANT_FIELDS: SyncField[] = [
  ...(['options', 'sku', 'barcode', 'image'] as const),
  ...(['price', 'oldPrice', 'stockQuantity', 'weight'] as const),
]

const PlatformFields = createContext<ReadonlySet<keyof ProductValues>>(new Set())

/** Explains which fields of a synced product follow the platform, and marks them within `children`. */
export function SyncedFields({ productId, children }: { productId: number; children: ReactNode }) {
  const { data } = useQuery(syncedFieldsQuery(useApi(), productId))
  const led = new Set(data?.platform.flatMap((field) => FORM_FIELDS[field] ?? []))
  const own = Object.values(FORM_FIELDS).filter((field) => !led.has(field))
  return (
    <PlatformFields value={led}>
      {data?.isSynced && (
        <section
          aria-label={t('Platform sync')}
          className="rounded-card border border-hairline bg-surface p-4"
        >
          <p className="font-medium">{t('This product is synced with your e-commerce platform.')}</p>
          {led.size > 0 && (
            <p className="mt-1 text-sm">
              {t(
                'The platform is the source of truth for {namesOf}. If you change one of these here, the next sync reports a conflict, so change it on the platform instead.',
                { namesOf: namesOf([...led]) },
              )}
            </p>
          )}
          {own.length > 0 && (
            <p className="mt-1 text-sm">{t('Syncs don’t change {own}.', { own: namesOf(own) })}</p>
          )}
          <p className="mt-1 text-sm">
            <Link className="underline underline-offset-4" to={adminAddress('integrations')}>
              {t('Choose the source of truth in Integrations')}
            </Link>
          </p>
        </section>
      )}
      {children}
    </PlatformFields>
  )
}

/** Explains which fields of variants follow the platform. */
export function SyncedVariants({ productId }: { productId: number }) {
  const { data } = useQuery(syncedFieldsQuery(useApi(), productId))
  const led = VARIANT_FIELDS.filter((field) => data?.platform.includes(field))
  if (led.length === 0 || !data?.platform.includes('options')) return null
  const names = led.map((field) => lowerCase(FIELD_LABELS[field]))
  return (
    <p className="mt-1 text-sm">
      {t(
        'From the platform: {names}. If you change one of these here, the next sync reports a conflict that names the variant.',
        { names: new Intl.ListFormat('en-US').format(names) },
      )}
    </p>
  )
}

const namesOf = (fields: (keyof ProductValues)[]) =>
  new Intl.ListFormat('en-US').format(fields.map((field) => lowerCase(LABELS[field])))

/** 'Old price' -> 'old price', but 'SKU' stays. */
const lowerCase = (label: string) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase())

/** Returns the mark of a field that follows the platform, or undefined for other fields. */
export function useSyncMark(): (name: keyof ProductValues) => string | undefined {
  const led = useContext(PlatformFields)
  const { dirtyFields } = useFormContext<ProductValues>().formState
  return (name) => {
    if (!led.has(name)) return undefined
    return dirtyFields[name]
      ? 'From the platform: the next sync will report a conflict.'
      : 'From the platform.'
  }
}

/**
 * The mark below a field without a hint.
 * @param isNamed whether the mark must name the field, because it could refer to another one
 */
export function SyncMark({ name, isNamed }: { name: keyof ProductValues; isNamed?: boolean }) {
  const mark = useSyncMark()(name)
  if (!mark) return null
  return (
    <p className="mt-1 text-muted text-sm">
      {isNamed && `${LABELS[name]}: `}
      {mark}
    </p>
  )
}
