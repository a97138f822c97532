import type { ComponentType } from 'react'
import { t } from '#contract/language/language.ts'
import { SyncCard } from '../../sync/admin/sync-card.tsx'
import { Button } from '../../ui/button.tsx'
import { WebhooksCard } from '../../webhooks/admin/webhooks-card.tsx'
import { Card } from '../list-frame.tsx'
import { MailCard } from './mail-card.tsx'
import { PaymentCard } from './payment-card.tsx'

/** By importance: what the shop can't sell without comes first. */
const PARTS: [anchor: string, label: string, Part: ComponentType][] = [
  ['payments', 'Payments', PaymentCard],
  ['email', 'Email', MailCard],
  ['webhooks', 'Webhooks', WebhooksCard],
  ['sync', 'Platform sync', SyncCard],
  ['marketplace', 'Marketplace', MarketplaceCard],
]

export function IntegrationsTab() {
  return (
    <>
      <h1 className="type-title">{t('Integrations')}</h1>
      <div className="xl:grid xl:grid-cols-[minmax(0,48rem)_12rem] xl:gap-16">
        <nav
          aria-label={t('Integrations')}
          className="mt-2 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 xl:sticky xl:top-8 xl:order-last xl:mt-4 xl:self-start"
        >
          <ul className="flex w-max gap-x-6 xl:block xl:border-hairline xl:border-l xl:pl-4">
            {PARTS.map(([anchor, label]) => (
              <li key={anchor}>
                <a
                  href={`#${anchor}`}
                  className="flex min-h-11 items-center whitespace-nowrap text-muted underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mt-4 max-w-3xl space-y-near">
          {PARTS.map(([anchor, , Part]) => (
            <div key={anchor} id={anchor} className="scroll-mt-24">
              <Part />
            </div>
          ))}
        </div>
      </div>
    </>
  )
}

/** Disabled, as in the spec (section 2; contract section 0). */
function MarketplaceCard() {
  return (
    <Card title={t('Marketplace')} actions={<Button disabled>{t('Coming Soon')}</Button>}>
      <p className="mt-2 text-muted">{t('Sell the same products on a marketplace.')}</p>
    </Card>
  )
}
