import { t } from '#contract/language/language.ts'

/** Where returned items are sent, once an order has a return. */
export function ReturnAddress({ title, address }: { title: string; address: string | undefined }) {
  if (!address) return null
  return (
    <section aria-label={t('Return address')}>
      <h3 className="mb-2 text-lg">{title}</h3>
      <p className="wrap-anywhere whitespace-pre-line">{address}</p>
    </section>
  )
}
