import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '../platform/api-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { addressOf, CATEGORIES_ANCHOR, type Filters, PRODUCTS_ANCHOR } from './filters.ts'
import { suggestionsQuery } from './queries.ts'

/** The empty result (spec section 2); after a search it offers the nearest spelling, else the categories. */
export function NothingFound({ filters }: { filters: Filters }) {
  return (
    <Notice>
      <p className="text-lg">No products found matching your criteria</p>
      {filters.search && <NearestSpelling search={filters.search} />}
      <ButtonLink look="outline" className="mt-6" to={addressOf({}, PRODUCTS_ANCHOR)}>
        Clear Filters
      </ButtonLink>
    </Notice>
  )
}

function NearestSpelling({ search }: { search: string }) {
  const { data: suggestions } = useQuery(suggestionsQuery(useApi(), search))
  const nearest = suggestions?.didYouMean
  return (
    <p className="mt-2">
      {nearest ? 'Did you mean ' : 'Check the spelling, or '}
      <Link
        className="underline underline-offset-4"
        to={nearest ? addressOf({ search: nearest }, PRODUCTS_ANCHOR) : addressOf({}, CATEGORIES_ANCHOR)}
      >
        {nearest || 'look in a category'}
      </Link>
      {nearest ? '?' : '.'}
    </p>
  )
}
