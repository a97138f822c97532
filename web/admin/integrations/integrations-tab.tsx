import { SyncCard } from '../../sync/sync-card.tsx'
import { WebhooksCard } from '../../webhooks/webhooks-card.tsx'
import { MailCard } from './mail-card.tsx'
import { MarketplaceCard } from './marketplace-card.tsx'
import { PaymentCard } from './payment-card.tsx'

/** What the shop works together with, in the order of spec section 2; our own cards come last. */
export function IntegrationsTab() {
  return (
    <>
      <h1 className="text-3xl">Integrations</h1>
      <div className="mt-6 max-w-3xl space-y-6">
        <SyncCard />
        <PaymentCard />
        <MarketplaceCard />
        <WebhooksCard />
        <MailCard />
      </div>
    </>
  )
}
