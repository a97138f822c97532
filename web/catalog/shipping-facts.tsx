import type { Product } from '#contract/catalog/api.ts'
import { centsOf, formatMoney } from '#contract/money.ts'
import { PackageIcon, TruckIcon, WeightIcon } from '../ui/page-icons.tsx'

/** The shipping block (spec section 2). A weight without a unit says nothing. */
export function ShippingFacts({ product }: { product: Product }) {
  const { shippingDays, shippingCost, weight, weightUnit } = product
  const isFree = centsOf(shippingCost) === 0
  return (
    <section className="mt-8 rounded-card border border-hairline bg-surface p-5">
      <h2 className="font-medium font-sans text-base">Shipping Information</h2>
      <ul className="mt-3 space-y-2 text-muted">
        {shippingDays !== null && (
          <li className="flex gap-2">
            <TruckIcon /> Estimated Delivery: {shippingDays} business days
          </li>
        )}
        <li className="flex gap-2">
          <PackageIcon /> {isFree ? 'Free Shipping' : `Shipping Cost: ${formatMoney(shippingCost)}`}
        </li>
        {weight && weightUnit && (
          <li className="flex gap-2">
            <WeightIcon /> Product Weight: {weight} {weightUnit}
          </li>
        )}
      </ul>
    </section>
  )
}
