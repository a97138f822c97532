import { Suspense, useState } from 'react'
import { t } from '#contract/language/language.ts'
import { ORDER_MESSAGES, SHIP_MAX } from '#contract/orders/rules.ts'
import { useAdminAddress } from '../../admin/address.ts'
import { useChosenRows } from '../../admin/chosen.tsx'
import { May } from '../../admin/permissions.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Pending } from '../../ui/feedback.tsx'
import { loadLater } from '../../ui/load-later.tsx'
import { countOf } from './order-table.tsx'

const ShipOrdersDialog = loadLater(async () => (await import('./ship-orders-dialog.tsx')).ShipOrdersDialog)

/** Actions for the selected orders. Hidden if none are selected. */
export function OrderBulkBar() {
  const { addressWith } = useAdminAddress()
  const { ids, choose, clear } = useChosenRows()
  const [isShipping, setShipping] = useState(false)
  const chosen = [...ids].map(String)
  if (chosen.length === 0) return null
  const isTooMany = chosen.length > SHIP_MAX
  return (
    <section
      aria-label={t('Selected orders')}
      className="bottom-bar bulk-bar sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-control bg-surface p-3 shadow-float"
    >
      <p role="status" className="grow tabular-nums">
        {t('{length} selected', { length: countOf(chosen.length) })}
      </p>
      {isTooMany && <p className="text-sale text-sm">{ORDER_MESSAGES.tooManyOrders}</p>}
      <Button look="quiet" onClick={clear}>
        {t('Clear selection')}
      </Button>
      {!isTooMany && (
        <ButtonLink look="outline" to={addressWith({ slip: chosen.join(',') })}>
          {t('Packing slips')}
        </ButtonLink>
      )}
      <May use="POST /api/admin/orders/ship">
        <Button disabled={isTooMany} onClick={() => setShipping(true)}>
          {t('Mark as shipped')}
        </Button>
      </May>
      <Suspense fallback={<Pending />}>
        {isShipping && (
          <ShipOrdersDialog
            ids={chosen}
            onShipped={(shipped) => choose(shipped, false)}
            onClose={() => setShipping(false)}
          />
        )}
      </Suspense>
    </section>
  )
}
