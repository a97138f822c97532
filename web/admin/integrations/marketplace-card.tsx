import { Button } from '../../ui/button.tsx'
import { Card } from '../card.tsx'

/** Disabled, as the spec has it (section 2; contract section 0). */
export function MarketplaceCard() {
  return (
    <Card title="Marketplace" actions={<Button disabled>Coming Soon</Button>}>
      <p className="mt-2 text-muted">Sell the same products on a marketplace.</p>
    </Card>
  )
}
