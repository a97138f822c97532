import { useQuery } from '@tanstack/react-query'
import { useApi } from '../platform/api-context.ts'
import { Head } from '../platform/head.tsx'
import { shopInfoQuery } from '../settings/queries.ts'
import { canonicalAddress, type Filters } from './filters.ts'
import { listCategoriesQuery } from './queries.ts'
import { shopFacts } from './shop-facts.ts'

const TAGLINE = 'Premium desk accessories designed for productivity and style.'

/** Title and facts of the home page, and of a category or a page of it. */
export function HomeHead({ filters }: { filters: Filters }) {
  const api = useApi()
  const { data: shop } = useQuery(shopInfoQuery(api))
  const { data: categories = [] } = useQuery(listCategoriesQuery(api))
  const category = categories.find(({ id }) => String(id) === filters.categoryId)
  const name = shop?.name ?? 'Plinth'
  const page = filters.page && filters.page !== '1' ? `, page ${filters.page}` : ''
  const title = category ? `${category.name}${page} – ${name}` : `${name} – premium desk accessories${page}`
  return (
    <Head
      title={filters.search ? `“${filters.search}” – ${name}` : title}
      description={category?.description ?? TAGLINE}
      canonical={shop && `${shop.publicUrl}${canonicalAddress(filters)}`}
      image={shop && `${shop.publicUrl}${shop.hero.url}`}
      jsonLd={shop && shopFacts(shop.publicUrl, name)}
      isPrivate={filters.search !== undefined}
    />
  )
}
