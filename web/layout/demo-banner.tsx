import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { shopInfoQuery } from '../settings/queries.ts'

/** Says plainly that this shop is a demonstration (contract section 5). */
export function DemoBanner() {
  const { data: shop } = useQuery(shopInfoQuery(useApi()))
  if (!shop?.demo) return null
  return (
    <aside
      aria-label="Demo mode"
      className="bg-night px-4 py-1.5 text-center text-night-ink text-sm print:hidden"
    >
      Demo mode – no card is charged.{' '}
      {shop.sandboxUrl && (
        <a className="underline underline-offset-2" href={shop.sandboxUrl}>
          Mailbox and test cards
        </a>
      )}
    </aside>
  )
}
