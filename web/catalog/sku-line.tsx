import { t } from '#contract/language/language.ts'

/** The SKU of a product or of its chosen variant, if it has one. */
export function SkuLine({ sku, className = '' }: { sku: string | null | undefined; className?: string }) {
  return sku && <p className={`wrap-anywhere text-muted text-sm ${className}`}>{t('SKU: {sku}', { sku })}</p>
}
