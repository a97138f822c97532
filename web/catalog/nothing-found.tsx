import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useApi } from '../platform/api-context.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { addressOf, type Filters, PRODUCTS_ANCHOR } from './filters.ts'
import { listCategoriesQuery, suggestionsQuery } from './queries.ts'

/** The empty result (spec section 2); after a search it offers the nearest spelling, or the categories. */
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
  if (!nearest) return <OtherWays />
  return (
    <p className="mt-2">
      Did you mean{' '}
      <Link className="underline underline-offset-4" to={addressOf({ search: nearest }, PRODUCTS_ANCHOR)}>
        {nearest}
      </Link>
      ?
    </p>
  )
}

/** Where no other spelling finds anything. */
function OtherWays() {
  const { data: categories = [] } = useQuery(listCategoriesQuery(useApi()))
  return (
    <>
      <p className="mt-2 text-muted">Check the spelling, use fewer words, or look in a category:</p>
      <ul className="mt-2 flex flex-wrap justify-center gap-x-5">
        {categories.map(({ id, name }) => (
          <li key={id}>
            <Link
              className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-accent"
              to={addressOf({ categoryId: String(id) }, PRODUCTS_ANCHOR)}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
