import { t } from '#contract/language/language.ts'
import { IntegrityCard } from '../../payments/admin/integrity-card.tsx'
import { Taxes } from './taxes.tsx'

/** Taxes by country, and the nightly reconciliation. */
export function ReportsTab() {
  return (
    <>
      <h1 className="type-title">{t('Reports')}</h1>
      <Taxes />
      <IntegrityCard />
    </>
  )
}
