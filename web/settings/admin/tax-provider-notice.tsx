import type { ReactNode } from 'react'
import { formatMoment } from '#contract/dates.ts'
import { t } from '#contract/language/language.ts'
import { taxProviderQuery } from '../../admin/queries.ts'
import { useApi } from '../../platform/api.ts'
import { useFormats } from '../../platform/formats.ts'
import { useQuery } from '../../platform/use-query.ts'

/**
 * Says why the payment provider calculates no taxes, and what to do. Shows nothing if it does, or if the shop doesn't use it.
 * @param isInSettings whether to say, too, that the provider doesn't respond
 */
export function TaxProviderNotice({ isInSettings = false }: { isInSettings?: boolean }) {
  const formats = useFormats()
  const { data } = useQuery(taxProviderQuery(useApi()))
  if (!data) return null
  const { name, setup, pausedUntil } = data
  return (
    <div role="status" aria-label={t('Tax calculation')}>
      {setup === 'inactive' && (
        <Notice title={t('{name} isn’t calculating your taxes, so shoppers can’t check out.', { name })}>
          {t(
            '{name} Tax is switched off, or has no address of your head office. Open Tax in your {name} dashboard, activate it, and enter the address. Or choose your own rates under Settings, Taxes.',
            { name },
          )}
        </Notice>
      )}
      {pausedUntil && (
        <Notice
          title={t('Tax calculations are paused until {formatMoment}.', {
            formatMoment: formatMoment(new Date(pausedUntil), formats),
          })}
        >
          {t(
            'Shoppers caused far more calculations than your orders need, and {name} charges a fee for each. Until then, shoppers whose tax isn’t known can’t check out. This happens if a program fills carts. You can choose your own rates under Settings, Taxes.',
            { name },
          )}
        </Notice>
      )}
      {isInSettings && setup === 'unknown' && (
        <p className="text-muted text-sm">
          {t(
            '{name} doesn’t respond, or rejects the shop’s key, so we can’t tell whether {name} Tax works.',
            { name },
          )}
        </p>
      )}
    </div>
  )
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-4 warning">
      <p className="font-medium text-sale">{title}</p>
      <p className="mt-1 text-sm">{children}</p>
    </div>
  )
}
