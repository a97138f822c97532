import { SyncCard } from '../../sync/admin/sync-card.tsx'
import { Button } from '../../ui/button.tsx'
import { WebhooksCard } from '../../webhooks/admin/webhooks-card.tsx'
import { Card } from '../list-frame.tsx'
import { MailCard } from './mail-card.tsx'
import { PaymentCard } from './payment-card.tsx'

/** By importance: what the shop can't sell without comes first. */
export function IntegrationsTab() {
  return (
    <>
      <h1 className="type-title">Integrations</h1>
      <div className="mt-6 max-w-3xl space-y-near">
        <PaymentCard />
        <MailCard />
        <WebhooksCard />
        <SyncCard />
        <MarketplaceCard />
      </div>
    </>
  )
}

/** Disabled, as in the spec (section 2; contract section 0). */
function MarketplaceCard() {
  return (
    <Card title="Marketplace" actions={<Button disabled>Coming Soon</Button>}>
      <p className="mt-2 text-muted">Sell the same products on a marketplace.</p>
    </Card>
  )
}
